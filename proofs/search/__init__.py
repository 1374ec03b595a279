"""The untrusted part: it finds certificates, counterexamples and models, which the kernel then checks."""

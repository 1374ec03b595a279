"""What stands in the notebook on the flow."""

from __future__ import annotations

from proofs.page import Page


def outline(page: Page) -> None:
    page.opening("flow")
    page.code("""
from math import acos, pi

from cosnum.flow import flow_time
from proofs import experiment
from proofs.display import derivation, verdict, verdicts
from proofs.pictures import flow as pictures
""")
    page.text("""
## The surprise

Near the antipode the gradient vanishes, so one expects to wait there. And one does, but hardly: a start ten times closer to
the antipode costs the same extra time again.
""")
    page.code("""
for distance in 1e-1, 1e-2, 1e-3, 1e-4:
    time = flow_time(pi - distance, acos(0.999), rho=1.0)
    print(f"{distance:g} from the antipode: time {time:.4f}")
""")
    page.text("""
## The flow

Let steps become small and many. Then the angle obeys a differential equation of its own, and it has a solution that can be
written down.
""")
    page.claim("flow.ode", "flow.closed_form")
    page.code('derivation("flow.closed_form", sides=1)')
    page.claim("flow.time")
    page.code('derivation("flow.time", sides=1)')
    page.code("pictures.course()")
    page.text("""
The time depends on the start through the logarithm of a tangent, which near the antipode is that of the distance. That
explains the table above: each tenth of the distance costs half of ln 10 more, which is 1.1513.
""")
    page.claim("flow.lemma.logarithm", "flow.antipode_is_logarithmic")
    page.text("""
## Counting steps

Steps are not a flow, but for small steps they take as long. A public simulation counted them; here is the same experiment,
with several samples, beside the closed form. It is a measurement, not a proof.
""")
    page.measured("flow.step_count")
    page.code("""
found = experiment.measure()
print(experiment.text(found))
""")
    page.code("pictures.steps(found)")
    page.rest("flow")
    page.text("## All verdicts")
    page.code('verdicts("flow")')

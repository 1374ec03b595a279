"""Pictures, one module a chapter; each function draws one and says its message. They need matplotlib."""

"""What is changed in the tool list of a request on its way to a provider. Never what a schema accepts."""

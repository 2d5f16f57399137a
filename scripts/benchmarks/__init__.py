"""Measurements of the sidecar and the bridge, each against a floor taken in the same run."""

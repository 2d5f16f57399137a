"""The scanners that the formats share."""

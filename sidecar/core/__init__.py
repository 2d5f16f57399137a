"""Pure: values in, values out. No clock, files, environment, network, logging or async."""

"""Where a prompt is sent: to an endpoint over HTTP, or to a model that the host knows."""

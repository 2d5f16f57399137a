"""Who answers a question: an endpoint over HTTP, or a model that the host knows."""

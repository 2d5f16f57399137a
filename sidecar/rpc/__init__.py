"""The wire to pi-bridge: framing, JSON-RPC methods, cancellation."""

"""What JSON over two pipes costs and nothing else: the message is read and written again."""

import json

from .frames import serve

if __name__ == "__main__":
    serve(lambda body: json.dumps(json.loads(body)).encode())

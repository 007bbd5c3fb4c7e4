# SPDX-License-Identifier: MIT
# A collector of OTLP/HTTP for tests: collector.py FILE. Writes its port to FILE.port and a line for each request to FILE. The first word of
# the path says how it answers: ok; busy: 503 to the first two requests; refuse: 400; hang: never; or as ANSWERS says. The messages are decoded by the numbers in opentelemetry/proto/*/v1 of the specification, independently of src/otlp/otlp.proto.
import gzip, http.server, json, struct, sys, threading, time

TEXT, INT, SFIXED, FIXED, DOUBLE, FIXED32, BYTES, DOUBLES, FIXEDS = range(9)
KEY_VALUES = ("attributes", "KeyValue")
MESSAGES = {
    "TraceRequest": {1: ("resourceSpans", "ResourceSpans")},
    "ResourceSpans": {1: ("resource", "Resource"), 2: ("scopeSpans", "ScopeSpans")},
    "Resource": {1: KEY_VALUES},
    "ScopeSpans": {1: ("scope", "Scope"), 2: ("spans", "Span")},
    "Scope": {1: ("name", TEXT), 2: ("version", TEXT)},
    "Span": {1: ("trace", BYTES), 2: ("id", BYTES), 4: ("parent", BYTES), 5: ("name", TEXT), 6: ("kind", INT), 7: ("start", FIXED),
             8: ("ends", FIXED), 9: KEY_VALUES, 11: ("events", "Event"), 12: ("dropped", INT), 15: ("status", "Status"), 16: ("flags", FIXED32)},
    "Event": {1: ("time", FIXED), 2: ("name", TEXT), 3: KEY_VALUES},
    "Status": {2: ("message", TEXT), 3: ("code", INT)},
    "KeyValue": {1: ("key", TEXT), 2: ("value", "AnyValue")},
    "AnyValue": {1: ("v", TEXT), 2: ("v", INT), 3: ("v", INT), 4: ("v", DOUBLE), 5: ("array", "Array")},
    "Array": {1: ("values", "AnyValue")},
    "MetricsRequest": {1: ("resourceMetrics", "ResourceMetrics")},
    "ResourceMetrics": {1: ("resource", "Resource"), 2: ("scopeMetrics", "ScopeMetrics")},
    "ScopeMetrics": {1: ("scope", "Scope"), 2: ("metrics", "Metric")},
    "Metric": {1: ("name", TEXT), 2: ("description", TEXT), 3: ("unit", TEXT), 7: ("sum", "Sum"), 9: ("histogram", "Histogram")},
    "Sum": {1: ("points", "Number"), 2: ("temporality", INT), 3: ("monotonic", INT)},
    "Histogram": {1: ("points", "HistogramPoint"), 2: ("temporality", INT)},
    "Number": {2: ("start", FIXED), 3: ("time", FIXED), 6: ("int", SFIXED), 7: KEY_VALUES},
    "HistogramPoint": {2: ("start", FIXED), 3: ("time", FIXED), 4: ("count", FIXED), 5: ("sum", DOUBLE), 6: ("counts", FIXEDS),
                       7: ("bounds", DOUBLES), 9: KEY_VALUES},
}
REPEATED = {"resourceSpans", "scopeSpans", "spans", "events", "attributes", "values", "resourceMetrics", "scopeMetrics", "metrics", "points"}

def varint(data, at):
    number = shift = 0
    while True:
        number |= (data[at] & 0x7f) << shift
        shift += 7
        at += 1
        if not data[at - 1] & 0x80:
            return number, at

def decode(kind, data):
    result, at = {}, 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        elif tag & 7 in (1, 5):
            size = 8 if tag & 7 == 1 else 4
            value, at = data[at:at + size], at + size
        else:
            assert tag & 7 == 2, tag
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
            assert len(value) == size
        name, of = MESSAGES[kind][tag >> 3]
        if isinstance(of, str):
            value = decode(of, value)
        elif of == TEXT:
            value = value.decode()
        elif of == BYTES:
            value = value.hex()
        elif of in (FIXEDS, DOUBLES):
            value = list(struct.unpack("<%d%s" % (len(value) // 8, "Q" if of == FIXEDS else "d"), value))
        elif of == INT:
            value -= (value >> 63) << 64
        else:
            value = struct.unpack({SFIXED: "<q", FIXED: "<Q", DOUBLE: "<d", FIXED32: "<I"}[of], value)[0]
        if name in REPEATED:
            result.setdefault(name, []).append(value)
        else:
            result[name] = value
    return result

def plain(message):
    """Makes objects of lists of attributes."""
    if isinstance(message, list):
        return [plain(one) for one in message]
    if not isinstance(message, dict):
        return message
    if set(message) <= {"v"}:
        return message.get("v", "")
    if "array" in message:
        return [plain(one) for one in message["array"].get("values", [])]
    return {name: {one["key"]: plain(one["value"]) for one in value} if name == "attributes" else plain(value)
            for name, value in message.items()}

def encode_varint(number):
    return bytes([number & 0x7f | 0x80]) + encode_varint(number >> 7) if number >> 7 else bytes([number])

def response(rejected, message=b""):
    """Export*ServiceResponse with a partial success."""
    partial = b"\x08" + encode_varint(rejected) + (b"\x12" + encode_varint(len(message)) + message if message else b"")
    return b"\x0a" + encode_varint(len(partial)) + partial

ANSWERS = {
    "part": response(1, b"quota"),
    "reasonless": response(1),
    "long": response(1, b"quota\x1b[31m\nscry: forged " + "\u00e9".encode() * 500000),
    "more": response(2**63 - 1, b"quota"),
    "minus": response(2**64 - 1, b"quota"),
    "advice": response(0, b"use less"),
    "text": b"<html>It works!</html>",
    "torn": response(1, b"quota")[:-1],
    "endless": b"\xff" * (5 << 20),
    "refuse/status": b"\x08\x03\x12\x0eno\x1b[31m tenant",
    "refuse/text": b"who are you?\n",
    "refuse/torn": b"\x08\x83",
    "refuse/long": b"\x12\xff\xff\xff\xff\xff\xff\xff\xff\x7f" + b"x" * 100000,
    "small": b"\x9a\x06\x00" * (1 << 20), # a million members that the specification does not have
}
lock, busy = threading.Lock(), [0]

class Collector(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        mode = self.path.split("/")[1]
        while mode == "hang":
            time.sleep(60)
        with lock:
            busy[0] += mode == "busy"
            status = 503 if mode == "busy" and busy[0] <= 2 else 400 if mode == "refuse" else 200
            if status == 200:
                assert self.headers["Content-Type"] == "application/x-protobuf"
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                traces = self.path.endswith("/v1/traces")
                assert traces or self.path.endswith("/v1/metrics"), self.path
                line = {"path": self.path, "key": self.headers.get("x-key"),
                        **plain(decode("TraceRequest" if traces else "MetricsRequest", body))}
                with open(sys.argv[1], "a") as file:
                    file.write(json.dumps(line) + "\n")
        answer = ANSWERS.get(mode if status == 200 else "/".join(self.path.split("/")[1:3]), b"")
        self.send_response(status)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        try:
            self.wfile.write(answer)
        except ConnectionError: # scry reads no more
            self.close_connection = True

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
server.daemon_threads = True
open(sys.argv[1], "w").close()
with open(sys.argv[1] + ".new", "w") as file:
    print(server.server_address[1], file=file)
__import__("os").rename(sys.argv[1] + ".new", sys.argv[1] + ".port")
server.serve_forever()

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stub of GDB's remote protocol that reports fixed stops, as gdbserver of another machine does.

usage: told_stub.py SOCKET arm64|riscv64

arm64: kill(2), then the return of a signal handler, at whose end gdbserver finds the number of kill again; then kill once more.
riscv64: kill(2), whose first argument the kernel has overwritten with -ENOSYS: /proc has it.
"""
import os
import re
import socket
import struct
import sys

PID, KILL, SIGRETURN = 100, 129, 139
ENOSYS = -38 & (1 << 64) - 1
AUXV = struct.pack("<4Q", 6, 4096, 0, 0)
MACHINES = {
    "arm64": ("aarch64", [f"x{i}" for i in range(31)] + ["sp", "pc"], "x0", "x8"),
    "riscv64": ("riscv:rv64id", "zero ra sp gp tp t0 t1 t2 fp s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6 pc".split(),
                "a0", "a7"),
}
STOPS = {
    # The word, the number that the stub finds, and the register of the first argument and of the result.
    "arm64": [("entry", KILL, PID), ("return", KILL, 0), ("entry", SIGRETURN, 1), ("return", KILL, 0), ("entry", KILL, PID), ("return", KILL, 0)],
    "riscv64": [("entry", KILL, ENOSYS), ("return", KILL, 0)],
}


class Stub:
    def __init__(self, connection, machine):
        self.connection, self.received, self.acks = connection, b"", True
        self.architecture, self.names, self.first, self.number = MACHINES[machine]
        self.stops, self.values = list(STOPS[machine]), {"pc": 0x400000}

    def receive(self):
        while True:
            match = re.search(rb"\$([^#]*)#..", self.received)
            if match:
                self.received = self.received[match.end():]
                return match.group(1).decode("latin1")
            more = self.connection.recv(65536)
            if not more:
                return None
            self.received += more

    def send(self, text):
        data = text if isinstance(text, bytes) else text.encode()
        self.connection.sendall((b"+" if self.acks else b"") + b"$" + data + b"#%02x" % (sum(data) & 255))

    def description(self):
        registers = "".join(f'<reg name="{name}" bitsize="64"/>' for name in self.names)
        return f"<target><architecture>{self.architecture}</architecture><osabi>GNU/Linux</osabi><feature>{registers}</feature></target>"

    def next_stop(self):
        if not self.stops:
            return "W00"
        word, number, value = self.stops.pop(0)
        self.values.update({self.first: value, self.number: number})
        return f"T05syscall_{word}:{number:x};thread:{PID:x};"

    def reply(self, request):
        if request.startswith("qSupported"):
            return "PacketSize=3fff;QCatchSyscalls+;QStartNoAckMode+;qXfer:features:read+;qXfer:auxv:read+;vContSupported+"
        if request.startswith("qXfer:features"):
            return "l" + self.description()
        if request.startswith("qXfer:auxv"):
            return b"l" + AUXV
        if request.startswith("vFile:open:"):
            path = bytes.fromhex(request[11:].split(",")[0]).decode()
            return {"auxv": "F5", "syscall": "F6"}.get(path.rpartition("/")[2], "F-1,2")
        if request.startswith("vFile:pread:"):
            fd, _, offset = (int(part, 16) for part in request[12:].split(","))
            data = (AUXV if fd == 5 else b"%d 0x%x 0x0 0x0 0x0 0x0 0x0 0x0 0x0\n" % (KILL, PID))[offset:]
            return b"F%x;" % len(data) + data
        if request.startswith("vFile:readlink"):
            return "F-1,2"
        if request.startswith("vFile:close"):
            return "F0"
        if request == "?":
            return f"T05thread:{PID:x};"
        if request == "vCont?":
            return "vCont;c;C;t"
        if request.startswith("vCont;") or request[:1] in ("c", "C"):
            return self.next_stop()
        if request == "g":
            return b"".join(struct.pack("<Q", self.values.get(name, 0)) for name in self.names).hex()
        if request[:1] == "p":
            return struct.pack("<Q", self.values.get(self.names[int(request[1:], 16)], 0)).hex()
        return "OK" if request[:1] in ("H", "Q", "D") else ""

    def serve(self):
        while True:
            request = self.receive()
            if request is None:
                return
            self.send(self.reply(request))
            self.acks &= request != "QStartNoAckMode"


# The socket gets its name when it can be connected to.
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1] + ".new")
listener.listen(1)
listener.settimeout(300)
os.rename(sys.argv[1] + ".new", sys.argv[1])
Stub(listener.accept()[0], sys.argv[2]).serve()

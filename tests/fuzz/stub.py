#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stub of GDB's remote protocol that lies. Runs scry on it again and again.

usage: stub.py SCRY SECONDS [SEED]

Each run has a number, which is the seed of all that the stub does in it. scry must end by itself, with a status that it
has by itself: no signal, no message of a sanitizer. The last line says how many runs there were, and the number of a run
that failed: stub.py SCRY 0 NUMBER repeats it.
"""
import os
import random
import socket
import subprocess
import sys
import tempfile
import time

# scry gives up after 5 s without a reply.
LIMIT = 60

# The kernel frees what scry still holds when it ends because a trace cannot begin.
ENVIRONMENT = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")

REGISTERS = {
    "i386:x86-64": "rax rbx rcx rdx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 rip eflags:32 cs:32 ss:32 ds:32 es:32 "
                   "fs:32 gs:32 fs_base gs_base orig_rax",
    "i386": "eax:32 ecx:32 edx:32 ebx:32 esp:32 ebp:32 esi:32 edi:32 eip:32 eflags:32 cs:32 ss:32 ds:32 es:32 fs:32 gs:32 "
            "orig_eax:32",
    "aarch64": " ".join(f"x{i}" for i in range(31)) + " sp pc cpsr:32",
    "riscv:rv64": "zero ra sp gp tp t0 t1 t2 fp s1 " + " ".join(f"a{i}" for i in range(8)) + " " +
                  " ".join(f"s{i}" for i in range(2, 12)) + " t3 t4 t5 t6 pc",
    "s390:64-bit": "pswm pswa " + " ".join(f"r{i}" for i in range(16)) + " orig_r2",
}
FEATURES = ("multiprocess+ QNonStop+ QStartNoAckMode+ QThreadEvents+ fork-events+ vfork-events+ exec-events+ QCatchSyscalls+ "
            "QPassSignals+ qXfer:siginfo:read+ qXfer:auxv:read+ qXfer:features:read+ vContSupported+ PacketSize=3fff").split()


class Stub:
    def __init__(self, connection, seed):
        self.connection, self.random = connection, random.Random(seed)
        self.rate = self.random.choice((0, 0.002, 0.01, 0.05))
        self.architecture = self.random.choice(sorted(REGISTERS))
        self.acks, self.non_stop, self.n_stops, self.waiting = True, False, 0, []
        self.received = b""
        self.tids = [100]
        self.said_signal = False

    def chance(self, of):
        return self.random.random() < of

    def noise(self, most=64):
        return bytes(self.random.choice(b"0123456789abcdefTSWXwEOKmlF;:,.*}xp-") if self.chance(0.8) else self.random.randrange(256)
                     for _ in range(self.random.randrange(most)))

    def damaged(self, data):
        """Changes, cuts or repeats bytes of a packet."""
        at = self.random.randrange(len(data) + 1)
        return self.random.choice((
            lambda: data[:at],
            lambda: data[:at] + self.noise(8) + data[at:],
            lambda: data[:at] + self.noise(8) + data[at + 4:],
            lambda: self.noise(),
            lambda: data[:at] + b"0*~" * self.random.choice((1, 100, 20000)) + data[at:],
            lambda: b"",
            lambda: b"E01",
            lambda: data * self.random.randrange(2, 400),
        ))()

    def send(self, data, kind=b"$"):
        before = data
        if self.chance(self.rate):
            data = self.damaged(data)
        self.said_signal |= data[:1] == b"X" or data[:6] == b"Stop:X"
        if data != before:
            self.connection.settimeout(0.2 if self.chance(0.99) else 8)
        total = sum(data) & 255
        if self.chance(self.rate):
            total ^= 1
            self.connection.settimeout(0.2)
        packet = kind + data + b"#%02x" % total
        if self.chance(self.rate / 4):
            self.connection.settimeout(0.2)
            packet = self.random.choice((b"-", b"+", packet[:-1], packet * 3, b"$" * 5 + packet, self.noise(5000)))
        self.connection.sendall(packet)

    def xml(self, name):
        registers, chance = REGISTERS[self.architecture].split(), self.chance(0.05)
        if name != "target.xml":
            return (b"<target><xi:include href='%s'/></target>" % name.encode()) * self.random.choice((1, 3, 1000))
        text = f"<?xml version='1.0'?><!DOCTYPE target SYSTEM 'gdb-target.dtd'><target><architecture>{self.architecture}</architecture>"
        if chance:
            text += self.random.choice((
                "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]>&b;",
                "<xi:include href='target.xml'/>", "<xi:include href='other.xml'/>" * 100, "<reg name='x' bitsize='8'/>" * 5000,
                "<reg name='rax' bitsize='99999999999'/>", "<reg name=", "<!--", "<osabi>none</osabi>", "\0" * 100))
        for register in registers:
            name, _, bits = register.partition(":")
            text += f"<reg name=\"{name}\" bitsize=\"{bits or 64}\"/>"
        return (text + "</target>").encode()

    def transfer(self, data, request):
        offset, length = (int(word, 16) for word in request.rsplit(":", 1)[1].split(","))
        part = data[offset:offset + length]
        escaped = b"".join(bytes((0x7d, byte ^ 0x20)) if byte in b"}$#*" else bytes((byte,)) for byte in part)
        return (b"m" if offset + length < len(data) else b"l") + escaped

    def thread(self, tid=None):
        tid = tid or self.random.choice(self.tids)
        return b"p%x.%x" % (100 if self.chance(0.9) else tid, tid)

    def stop(self):
        self.n_stops += 1
        if self.n_stops > 100:
            return b"W00;process:64"
        number = self.random.randrange(470)
        kinds = [b"T05syscall_entry:%x;thread:%s;" % (number, self.thread())] * 20
        kinds += [b"T05syscall_return:%x;thread:%s;" % (number, self.thread())] * 20
        kinds += [b"T%02xthread:%s;" % (self.random.randrange(160), self.thread()), b"T05create:;thread:p64.%x;" % (100 + self.n_stops),
                  b"T05fork:p%x.%x;thread:%s;" % (900 + self.n_stops, 900 + self.n_stops, self.thread()),
                  b"T05vforkdone:;thread:" + self.thread(), b"T05exec:2f78;thread:" + self.thread(), b"w0;" + self.thread(),
                  b"X0b;process:64" if self.chance(0.1) else b"T00thread:" + self.thread(), b"N", b"T05library:;thread:p64.64;"]
        stop = self.random.choice(kinds)
        self.last = number
        if stop.startswith(b"T05create") or stop.startswith(b"T05fork"):
            self.tids = (self.tids + [100 + self.n_stops])[-4:]
        return stop

    def registers(self):
        data = b""
        for register in REGISTERS[self.architecture].split():
            n = int(register.partition(":")[2] or 64) // 8
            value = self.random.choice((0, 1, 3, 0x7f0000001000, 0x40001000, -38, -2, self.random.getrandbits(64)))
            data += b"x" * 2 * n if self.chance(0.01) else (value & (1 << 8 * n) - 1).to_bytes(n, "little").hex().encode()
        return data

    def answer(self, request):
        text = request.decode("latin1")
        head = text.split(":")[0].split(";")[0].split(",")[0]
        if text.startswith("qSupported"):
            features = [feature for feature in FEATURES if self.chance(0.97)]
            return ";".join(features).encode()
        if head == "QStartNoAckMode":
            self.send(b"OK")
            self.acks = False
            return None
        if head == "QNonStop":
            self.non_stop = True
            return b"OK"
        if head == "?":
            return b"T05thread:p64.64;"
        if head == "vStopped":
            return self.stop() if self.chance(0.1) else b"OK"
        if text.startswith("qXfer:features"):
            return self.transfer(self.xml(text.split(":")[3]), text)
        if text.startswith("qXfer:auxv"):
            order = "big" if self.architecture.startswith("s390") else "little"
            size = 4 if self.architecture == "i386" else 8
            return self.transfer(b"".join(number.to_bytes(size, order) for number in (6, 4096)), text)
        if text.startswith("qXfer"):
            return self.transfer(self.random.randbytes(128), text)
        if text.startswith("vCont;t"):
            return b"OK"
        if text.startswith("vCont") or head in ("c", "C"):
            if not self.non_stop:
                return self.stop()
            self.send(b"OK")
            self.send(b"Stop:" + self.stop(), b"%")
            return None
        if head == "g":
            return self.registers()
        if text.startswith("p"):
            return self.random.getrandbits(64).to_bytes(8, "little").hex().encode()
        if text.startswith("m"):
            n = int(text.split(",")[1], 16)
            return b"E14" if self.chance(0.2) else self.random.randbytes(n // (1 if self.chance(0.9) else 2)).hex().encode()
        if text.startswith("vFile:readlink"):
            return b"F4;/tmp"
        if text.startswith("vFile:open"):
            return b"F3"
        if text.startswith("vFile:pread"):
            return self.random.choice((b"F0;", b"F5;abcde", b"F-1,2", b"F7fffffff;x", b"F5;"))
        if text.startswith("vFile"):
            return b"F0"
        if text.startswith("D"):
            return b"OK"
        return b"OK" if self.chance(0.9) else b""

    def serve(self):
        while True:
            begin, end = self.received.find(b"$"), self.received.find(b"#")
            if begin >= 0 and end >= 0 and len(self.received) >= end + 3:
                request, self.received = self.received[begin + 1:end], self.received[end + 3:]
                if self.acks:
                    self.connection.sendall(b"+")
                if self.chance(self.rate / 20):
                    return
                if self.chance(self.rate / 2000):
                    time.sleep(6)
                reply = self.answer(request)
                if reply is not None:
                    self.send(reply)
                continue
            more = self.connection.recv(65536)
            if not more:
                return
            self.received += more


def run(scry, directory, seed):
    """Returns what is wrong with this run; an empty string: nothing."""
    listener = socket.socket(socket.AF_UNIX)
    path = os.path.join(directory, "stub")
    if os.path.exists(path):
        os.unlink(path)
    listener.bind(path)
    listener.listen()
    listener.settimeout(LIMIT)
    options = random.Random(seed).choice((["-f"], ["-c"], ["-f", "-y"], ["--json", "-f"], ["-e", "trace=openat", "-yy"], ["-P", "/tmp"]))
    process = subprocess.Popen([scry, "-o", "/dev/null", "--target", "unix:" + path] + options, stderr=subprocess.PIPE,
                               stdin=subprocess.DEVNULL, env=ENVIRONMENT)
    try:
        connection, _ = listener.accept()
        # scry may wait for a stop that never comes.
        connection.settimeout(1)
        stub = Stub(connection, seed)
        try:
            stub.serve()
        except OSError:
            pass
        connection.close()
        _, errors = process.communicate(timeout=LIMIT)
    except (subprocess.TimeoutExpired, TimeoutError):
        process.kill()
        process.communicate()
        return "scry does not end"
    finally:
        listener.close()
    # scry ends as the program does.
    if process.returncode < 0 and not stub.said_signal:
        return f"signal {-process.returncode}: {errors[-2000:]}"
    if b"Sanitizer" in errors or b"runtime error" in errors:
        return errors[-3000:].decode("latin1")
    return ""


def main():
    scry, seconds = sys.argv[1], float(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    end, runs = time.monotonic() + seconds, 0
    with tempfile.TemporaryDirectory() as directory:
        while True:
            wrong = run(scry, directory, seed + runs)
            runs += 1
            if wrong:
                print(f"run {seed + runs - 1}: {wrong}")
                return 1
            if time.monotonic() >= end:
                break
    print(f"{runs} runs from {seed}")
    return 0


sys.exit(main())

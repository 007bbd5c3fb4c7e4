# SPDX-License-Identifier: MIT
# Uses a database below the directory of the first argument; with a second argument also a pair of sockets.
import socket
import sqlite3
import sys

database = sqlite3.connect(sys.argv[1] + "/database")
database.execute("create table if not exists numbers(number integer)")
database.executemany("insert into numbers values(?)", ((n,) for n in range(100)))
database.commit()
if len(sys.argv) > 2:
    socket.socketpair()
print(database.execute("select count(*) >= 100 from numbers").fetchone()[0], "in the database")

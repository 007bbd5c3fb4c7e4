"use strict";
(() => {
	const $ = (id) => document.getElementById(id);
	const facts = JSON.parse($("facts").textContent);
	const blocks = [...document.querySelectorAll("script.packed, script.plain")];
	// The words of the last execve, which is there as text: execve("/bin/cat", ["cat", "a
	// file"], 0x... /* 9 vars */) = 0. Of long ones only the beginning is there.
	const argv_in =
		/^execve(?:at)?\([^"]*"(?:[^"\\]|\\.)*"(?:\.\.\.)?, \[((?:"(?:[^"\\]|\\.)*"(?:\.\.\.)?(?:, )?|\.\.\.)*)/;
	const command_of = (program) =>
		[...(program?.match(argv_in)?.[1] ?? "").matchAll(/"((?:[^"\\]|\\.)*)"(\.\.\.)?/g)]
			.map(([, word, cut]) => word + (cut ?? ""))
			.join(" ");
	// The order is that of put_thread() in page_write.c.
	const thread_of = (
		[
			tid,
			tgid,
			parent,
			comm,
			program,
			end,
			first,
			last,
			calls,
			errors,
			wall,
			waiting,
			bucket,
			buckets,
		],
		i,
	) => ({
		i,
		tid,
		tgid,
		parent,
		comm: comm ?? "?",
		program,
		end: end?.replace(/^\+\+\+ | \+\+\+$/g, ""),
		command: command_of(program),
		first,
		last,
		calls,
		errors,
		wall,
		waiting,
		bucket,
		buckets,
	});
	const threads = facts.threads.map(thread_of);
	const state = {
		process: null,
		query: "",
		from: 0,
		to: Math.max(facts.span, 1),
		scroll: 0,
		run: 0,
		limit: 200,
	};

	// Characters that cannot be seen, or change the direction of what follows, are shown by their
	// numbers: two names would look the same.
	const seen = (text) =>
		String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu, (c) =>
			c === "\n" || c === "\t" ? c : `\\u{${c.codePointAt(0).toString(16)}}`,
		);
	// Everything that comes from the trace becomes text nodes, never markup.
	function make(name, attributes, ...children) {
		const element = document.createElement(name);
		for (const [key, value] of Object.entries(attributes ?? {}))
			if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
			else element.setAttribute(key, seen(value));
		element.append(...children.map((child) => (child instanceof Node ? child : seen(child))));
		return element;
	}
	const count = (n) => n.toLocaleString("en");
	function time(ns) {
		if (ns < 1e3) return ns.toFixed(0) + " ns";
		if (ns < 1e6) return (ns / 1e3).toFixed(1) + " µs";
		if (ns < 1e9) return (ns / 1e6).toFixed(2) + " ms";
		return (ns / 1e9).toFixed(3) + " s";
	}
	// Without CPU times the time of waiting is not known.
	const waited = (ns) => (facts.cpu ? time(ns) : "not measured");
	const waiting_column = facts.cpu
		? [{ name: "waiting", key: (r) => r.waiting, show: (r) => time(r.waiting) }]
		: [];
	const moment = (ns) => (ns / 1e9).toFixed(6);

	// --- summary
	function summarize() {
		const waiting = threads.reduce((sum, t) => sum + t.waiting, 0),
			wall = threads.reduce((sum, t) => sum + t.wall, 0);
		const cards = [
			["calls", count(facts.calls)],
			["errors", count(facts.errors)],
			["length", time(facts.span)],
			["processes", count(new Set(threads.map((t) => t.tgid)).size)],
			["threads", count(threads.length)],
			["time in calls", time(wall)],
			["of that waiting", waited(waiting)],
		];
		if (facts.start)
			cards.push([
				"start",
				new Date(facts.start * 1000)
					.toISOString()
					.slice(0, 19)
					.replace("T", " ") + " UTC",
			]);
		for (const [name, value] of cards)
			$("cards").append(
				make("div", { class: "card" }, make("b", {}, value), name),
			);
		if (facts.left_out)
			$("cards").append(
				make(
					"p",
					{},
					count(facts.left_out) +
						" records of further threads are left out.",
				),
			);
		$("command").textContent = seen(facts.title);
		document.title = "scry: " + seen(facts.title);
	}

	// --- findings: what --why says
	function show_findings() {
		const list = facts.findings ?? [];
		for (const f of list.slice(0, 12))
			$("t-findings").append(
				make(
					"div",
					{ class: "finding" },
					make("b", {}, `${f.part}: ${f.title} [${f.name}]`),
					make("p", {}, `${f.confidence}: ${f.reason}`),
					make(
						"ul",
						{},
						...f.evidence.map((line) =>
							make("li", {}, `${line.key}: ${line.text}`),
						),
					),
					make("p", {}, "Next: " + f.next),
				),
			);
		if (!list.length)
			$("t-findings").append(make("p", { class: "dim" }, "nothing unusual"));
	}

	// --- lists whose rows are reached with arrow keys: one row is in the tab order
	function rove(rows, row) {
		for (const other of rows) other.tabIndex = other === row ? 0 : -1;
		row.focus();
	}
	function move_in(event, rows) {
		const at = rows.indexOf(event.target);
		const to = {
			ArrowDown: at + 1,
			ArrowUp: at - 1,
			Home: 0,
			End: rows.length - 1,
			PageDown: at + 20,
			PageUp: at - 20,
		}[event.key];
		if (at < 0 || to === undefined) return false;
		event.preventDefault();
		rove(rows, rows[Math.max(0, Math.min(rows.length - 1, to))]);
		return true;
	}

	// --- tables
	const ROWS = 50;
	function table(place, columns, rows, open, sort = 1) {
		let shown = ROWS,
			descending = true;
		function draw() {
			const key = columns[sort].key;
			if (sort >= 0 && key)
				rows.sort(
					(a, b) =>
						(descending ? -1 : 1) *
						(key(a) > key(b) ? 1 : key(a) < key(b) ? -1 : 0),
				);
			const head = make(
				"tr",
				{ role: "row" },
				...columns.map((c, i) =>
					make(
						"th",
						{
							scope: "col",
							role: "columnheader",
							class: c.text ? "t" : "n",
							"aria-sort":
								i === sort
									? descending
										? "descending"
										: "ascending"
									: "none",
						},
						c.key
							? make(
									"button",
									{
										onclick: () => {
											descending =
												i ===
												sort
													? !descending
													: !c.text;
											sort = i;
											draw();
										},
									},
									c.name,
								)
							: c.name,
					),
				),
			);
			const body = make(
				"tbody",
				{ role: "rowgroup" },
				...rows
					.slice(0, shown)
					.map((row, i) =>
						make(
							"tr",
							{
								role: "row",
								tabindex: i ? -1 : 0,
								class: row.kind ?? "",
							},
							...columns.map((c) =>
								make(
									"td",
									{
										class: c.text
											? "t"
											: "n",
										role: "cell",
									},
									c.show(row),
								),
							),
						),
					),
			);
			body.addEventListener("keydown", (event) => {
				if (move_in(event, [...body.children])) return;
				if (event.key === "Enter" && open)
					open(rows[[...body.children].indexOf(event.target)]);
			});
			body.addEventListener("click", (event) => {
				const tr = event.target.closest("tr");
				if (open && tr && !getSelection().toString())
					open(rows[[...body.children].indexOf(tr)]);
			});
			// The roles stay when the styles of a narrow screen make the table a grid.
			place.replaceChildren(
				make(
					"table",
					{
						role: "table",
						style: `--figures:${columns.filter((c) => !c.text).length}`,
					},
					make("thead", { role: "rowgroup" }, head),
					body,
				),
			);
			if (!rows.length)
				place.replaceChildren(make("p", { class: "dim" }, "none"));
			if (rows.length > shown)
				place.append(
					make(
						"button",
						{
							onclick: () => {
								shown += 500;
								draw();
							},
						},
						`Show more (${count(rows.length - shown)})`,
					),
				);
		}
		draw();
	}
	const tally = (row) => ({
		name: row[0],
		calls: row[1],
		errors: row[2],
		wall: row[3],
		waiting: row[4],
		max: row[5],
	});
	function tallies(place, title, data, open) {
		table(
			place,
			[
				{
					name: title,
					text: true,
					key: (r) => r.name,
					show: (r) => r.name.replace("\t", " "),
				},
				{ name: "calls", key: (r) => r.calls, show: (r) => count(r.calls) },
				{
					name: "errors",
					key: (r) => r.errors,
					show: (r) => count(r.errors),
				},
				{ name: "time", key: (r) => r.wall, show: (r) => time(r.wall) },
				...waiting_column,
				{ name: "slowest", key: (r) => r.max, show: (r) => time(r.max) },
			],
			data.rows.map(tally),
			open,
		);
		if (data.left_out)
			place.append(
				make(
					"p",
					{ class: "dim" },
					count(data.left_out) +
						" calls of further names are left out.",
				),
			);
	}
	const escape = (text) => text.replace(/[.*+?^${}()|[\]\\\/]/g, "\\$&");
	function show_tables() {
		tallies($("t-calls"), "call", facts.by_call, (r) =>
			search(`${EXPRESSION}^${escape(r.name)}\\(`),
		);
		tallies($("t-errors"), "call and error", facts.by_error, (r) => {
			const [name, error] = r.name.split("\t");
			search(`${EXPRESSION}^${escape(name)}\\(.* ${escape(error)} `);
		});
		tallies($("t-files"), "file", facts.by_file, (r) => search(r.name));
		tallies($("t-peers"), "peer", facts.by_peer, (r) => search(r.name));
		for (const [place, calls] of [
			["t-slow", facts.slow],
			["t-waits", facts.waits],
		])
			table(
				$(place),
				[
					{ name: "call", text: true, show: (r) => r.text },
					{
						name: "took",
						key: (r) => r.wall,
						show: (r) => time(r.wall),
					},
					...waiting_column,
					{
						name: "at",
						key: (r) => r.start,
						show: (r) => moment(r.start),
					},
					{
						name: "thread",
						key: (r) => r.thread.tid,
						show: (r) => `${r.thread.comm} ${r.thread.tid}`,
					},
				],
				calls.map(([i, start, wall, waiting, text]) => ({
					thread: threads[i],
					start,
					wall,
					waiting,
					text,
				})),
				(r) => zoom_to(r.start - r.wall * 0.2, r.start + r.wall * 1.2),
			);
	}

	// --- processes: threads by the thread that made them
	const TREE_MAX = 2000;
	function tree() {
		const last = new Map(),
			children = new Map(),
			roots = [];
		for (const t of threads) {
			const up =
				t.tid !== t.tgid && !t.parent
					? last.get(t.tgid)
					: last.get(t.parent);
			if (up) children.set(up, [...(children.get(up) ?? []), t]);
			else roots.push(t);
			last.set(t.tid, t);
		}
		const closed = new Set();
		function draw(focused) {
			const rows = [];
			const add = (t, level) => {
				if (rows.length >= TREE_MAX) return;
				const below = children.get(t) ?? [];
				const attributes = {
					role: "treeitem",
					class: "row",
					tabindex: -1,
					"aria-level": level,
					"data-tid": t.tid,
					"aria-selected": state.process === t,
					style: `--level:${level}`,
				};
				if (below.length) attributes["aria-expanded"] = !closed.has(t);
				const row = make(
					"div",
					attributes,
					(below.length ? (closed.has(t) ? "▸ " : "▾ ") : "\u2003") +
						`${t.comm} ${t.tid} `,
					make(
						"span",
						{ class: "dim" },
						`${t.tid === t.tgid ? "" : "thread of " + t.tgid + ", "}${count(t.calls)} calls, ${time(t.wall)} `,
					),
					make(
						"span",
						{ class: "bad" },
						t.errors
							? `${count(t.errors)} ${t.errors === 1 ? "error" : "errors"} `
							: "",
					),
					make(
						"span",
						{
							class:
								t.end && t.end !== "exited with 0"
									? "bad"
									: "dim",
						},
						t.end ? `${t.end} ` : "",
					),
					make(
						"span",
						{ class: "command" },
						t.tid === t.tgid ? t.command : "",
					),
				);
				row.thread = t;
				rows.push(row);
				if (!closed.has(t))
					for (const child of below) add(child, level + 1);
			};
			for (const t of roots) add(t, 1);
			$("tree").replaceChildren(...rows);
			if (rows.length >= TREE_MAX)
				$("tree").append(
					make(
						"p",
						{ class: "hint" },
						`${count(threads.length)} threads; the first ${count(TREE_MAX)} are shown.`,
					),
				);
			const row = rows.find((r) => r.thread === focused);
			if (row) rove(rows, row);
			else if (rows[0]) rows[0].tabIndex = 0;
		}
		$("tree").addEventListener("click", (event) => {
			const t = event.target.closest(".row")?.thread;
			if (t) select(t);
		});
		$("tree").addEventListener("keydown", (event) => {
			const t = event.target.thread;
			if (!t || move_in(event, [...$("tree").querySelectorAll(".row")])) return;
			if (event.key === "ArrowLeft" && children.has(t)) closed.add(t);
			else if (event.key === "ArrowRight") closed.delete(t);
			else if (event.key === "Enter" || event.key === " ") {
				select(t);
			} else if (event.key === "Escape") {
				select(null);
			} else return;
			event.preventDefault();
			draw(t);
		});
		state.draw_tree = draw;
		draw(null);
	}
	function select(t) {
		state.process = state.process === t ? null : t;
		state.draw_tree(t);
		const detail = $("detail"),
			p = state.process;
		detail.hidden = !p;
		if (p)
			detail.replaceChildren(
				make("b", {}, `${p.comm} ${p.tid}`),
				` from ${moment(p.first)} to ${moment(p.last)} s, ${count(p.calls)} calls, ` +
					`${count(p.errors)} errors, ${time(p.wall)} in calls, ${facts.cpu ? `of that ${time(p.waiting)} waiting` : "waiting not measured"}. ${p.end ?? ""}`,
				make("div", { class: "t" }, p.program ?? ""),
				make("button", { onclick: () => select(p) }, "Show all processes"),
			);
		if (p) zoom_to(p.first, p.last);
		else zoom_to(0, facts.span);
		list();
	}
	const is_shown = (t) =>
		!state.process || t.tid === state.process.tid || t.tgid === state.process.tid;

	// --- records: blocks are unpacked when they are needed, and the last ones are kept
	const kept = new Map();
	async function block(i) {
		if (kept.has(i)) return kept.get(i);
		const bytes = Uint8Array.from(atob(blocks[i].textContent), (c) => c.charCodeAt(0));
		let text;
		if (blocks[i].className === "packed")
			text = await new Response(
				new Blob([bytes])
					.stream()
					.pipeThrough(new DecompressionStream("deflate")),
			).text();
		else text = new TextDecoder().decode(bytes);
		const lines = text.split("\n");
		lines.pop();
		kept.set(i, lines);
		if (kept.size > 12) kept.delete(kept.keys().next().value);
		return lines;
	}
	function record(line) {
		const f = line.split("\t");
		return {
			thread: threads[f[0]],
			start: +f[1],
			wall: +f[2],
			waiting: +f[3],
			kind: f[4],
			text: f[5],
		};
	}
	// A path has slashes, so that /EXPRESSION/ would be ambiguous.
	const EXPRESSION = "re:";
	// A record shows a byte that is not ASCII as \OOO. A table shows a byte that is not UTF-8
	// as U+FFFD.
	const octal = (c) =>
		[...new TextEncoder().encode(c)].map((byte) => "\\\\" + byte.toString(8)).join("");
	const spelled = (query) =>
		[...query]
			.map((c) =>
				c === "\ufffd"
					? "\\\\[2-3][0-7][0-7]"
					: c > "~"
						? `(?:${c}|${octal(c)})`
						: escape(c),
			)
			.join("");
	function matcher(query) {
		const expression = query.startsWith(EXPRESSION)
			? query.slice(EXPRESSION.length)
			: /[^ -~]/.test(query)
				? spelled(query)
				: null;
		if (expression === null) return (text) => text.includes(query);
		try {
			const e = new RegExp(expression);
			return (text) => e.test(text);
		} catch {
			return null;
		}
	}
	// A newer search ends an older one.
	async function list() {
		const run = ++state.run,
			test = matcher(state.query),
			rows = [];
		let n = 0;
		if (!test) {
			$("found").textContent = "This is no regular expression.";
			return;
		}
		$("found").textContent = "Searching…";
		for (let i = 0; i < blocks.length; i++) {
			if (!state.query && !state.process && n >= state.limit) break;
			const lines = await block(i);
			if (run !== state.run) return;
			for (const line of lines) {
				const tab = line.lastIndexOf("\t");
				if (
					!test(line.slice(tab + 1)) ||
					(state.process && !is_shown(threads[parseInt(line)]))
				)
					continue;
				if (n++ < state.limit) rows.push(record(line));
			}
		}
		const total =
			!state.query && !state.process
				? facts.blocks.reduce((sum, b) => sum + b[0], 0)
				: n;
		$("found").textContent =
			`${count(total)} records` +
			(state.query ? ` with ${state.query}` : "") +
			(state.process ? ` of ${state.process.comm} ${state.process.tid}` : "") +
			(total > rows.length ? `, the first ${count(rows.length)}` : "");
		$("found").dataset.total = total;
		$("more").hidden = total <= rows.length;
		table(
			$("t-records"),
			[
				{ name: "at", show: (r) => moment(r.start) },
				{ name: "thread", show: (r) => `${r.thread.comm} ${r.thread.tid}` },
				{ name: "took", show: (r) => (r.kind === "x" ? "" : time(r.wall)) },
				{ name: "record", text: true, show: (r) => highlight(r.text) },
			],
			rows,
			(r) =>
				zoom_to(
					r.start - Math.max(r.wall, 1e4),
					r.start + 2 * Math.max(r.wall, 1e4),
				),
			0,
		);
		if (rows.length > ROWS) $("t-records").querySelector(":scope > button")?.click();
	}
	function highlight(text) {
		const at =
			state.query && !state.query.startsWith(EXPRESSION)
				? text.indexOf(state.query)
				: -1;
		const span = make("span");
		if (at < 0) span.append(seen(text));
		else
			span.append(
				seen(text.slice(0, at)),
				make("mark", {}, state.query),
				seen(text.slice(at + state.query.length)),
			);
		return span;
	}
	function search(query) {
		state.query = $("query").value = query;
		state.limit = 200;
		$("records").scrollIntoView();
		return list();
	}

	// --- timeline: counts in buckets, and single records where few enough are in view
	const canvas = $("canvas"),
		ROW = 16;
	// What a row shows before its calls: the thread, and where there is place, what the process
	// was started with.
	const label_width = () => Math.max(100, Math.min(340, canvas.clientWidth * 0.28));
	const arguments_of = (t) => (t.tid === t.tgid ? t.command.replace(/^\S+ ?/, "") : "");
	const cut = (text, n) => (text.length > n ? text.slice(0, Math.max(0, n - 1)) + "…" : text);
	let exact = null,
		drawing = false;
	function colours() {
		const style = getComputedStyle(document.documentElement);
		return Object.fromEntries(
			["bg", "fg", "dim", "line", "soft", "running", "waiting", "failed"].map(
				(n) => [n, style.getPropertyValue("--" + n).trim()],
			),
		);
	}
	const visible = () =>
		threads.filter((t) => is_shown(t) && t.last >= state.from && t.first <= state.to);
	function draw() {
		drawing = false;
		const rows = visible(),
			c = colours(),
			ratio = devicePixelRatio || 1;
		const height = Math.min(Math.max(rows.length, 3), 26) * ROW + 22,
			width = canvas.clientWidth;
		canvas.style.height = height + "px";
		canvas.width = width * ratio;
		canvas.height = height * ratio;
		const g = canvas.getContext("2d");
		g.scale(ratio, ratio);
		g.fillStyle = c.bg;
		g.fillRect(0, 0, width, height);
		g.font = "11px monospace";
		state.scroll = Math.max(
			0,
			Math.min(state.scroll, rows.length - Math.floor((height - 22) / ROW)),
		);
		const label = label_width(),
			letter = g.measureText("0").width;
		const span = state.to - state.from,
			x = (ns) => label + ((ns - state.from) / span) * (width - label);
		const shown = rows.slice(
			state.scroll,
			state.scroll + Math.floor((height - 22) / ROW),
		);
		// As many times as stand beside each other: the first and the last one are aligned
		// at the edges.
		const time_of = (ns) =>
			span < 1e6 ? (ns / 1e6).toFixed(6) + " ms" : moment(ns) + " s";
		const ticks = Math.max(
			1,
			Math.min(
				6,
				Math.floor(
					(width - label) /
						(1.5 * letter * time_of(state.to).length + 14),
				),
			),
		);
		for (let i = 0; i <= ticks; i++) {
			const ns = state.from + (span * i) / ticks;
			g.fillStyle = c.line;
			g.fillRect(x(ns), 0, 1, height - 18);
			g.fillStyle = c.dim;
			g.textAlign = i === ticks ? "right" : i ? "center" : "left";
			g.fillText(time_of(ns), x(ns), height - 5);
		}
		g.textAlign = "left";
		shown.forEach((t, row) => {
			const y = row * ROW + 2,
				h = ROW - 4;
			g.save();
			g.beginPath();
			g.rect(label, 0, width - label, height);
			g.clip();
			g.fillStyle = c.soft;
			g.fillRect(x(t.first), y, Math.max(1, x(t.last) - x(t.first)), h);
			if (exact) {
				for (const r of exact) if (r.thread === t) slice(g, c, r, x, y, h);
			} else {
				let place = t.bucket;
				for (let b = 0; b < t.buckets.length; b += 5) {
					const [skipped, calls, errors, running, waiting] =
						t.buckets.slice(b, b + 5);
					place += skipped;
					const left = x(place++ * facts.width),
						w = Math.max(
							1,
							(facts.width / span) * (width - label),
						);
					if (left + w < label || left > width) continue;
					const r = Math.min(1, running / facts.width) * h,
						q = Math.min(1, waiting / facts.width) * h;
					g.fillStyle = c.waiting;
					g.fillRect(left, y + h - Math.min(h, r + q), w, q);
					g.fillStyle = c.running;
					g.fillRect(
						left,
						y + h - Math.max(r, calls ? 2 : 0),
						w,
						Math.max(r, calls ? 2 : 0),
					);
					if (errors) {
						g.fillStyle = c.failed;
						g.fillRect(left, y, w, 2);
					}
				}
			}
			g.restore();
			g.fillStyle = c.fg;
			g.fillText(
				cut(
					`${t.comm} ${t.tid} ${arguments_of(t)}`.trim(),
					Math.floor((label - 8) / letter),
				),
				4,
				y + 10,
			);
		});
		$("time-range").textContent =
			`${moment(state.from)} s to ${moment(state.to)} s (${time(span)})` +
			(rows.length > shown.length
				? `, threads ${state.scroll + 1} to ${state.scroll + shown.length} of ${count(rows.length)}`
				: `, ${rows.length} threads`);
	}
	function slice(g, c, r, x, y, h) {
		const left = x(r.start),
			w = Math.max(1, x(r.start + r.wall) - left);
		g.fillStyle =
			r.kind === "e" || r.kind === "x"
				? c.failed
				: r.waiting > r.wall / 2
					? c.waiting
					: c.running;
		g.fillRect(left, y, w, h);
		if (w > 40) {
			g.fillStyle = r.waiting > r.wall / 2 ? c.fg : c.bg;
			g.fillText(
				r.text.slice(0, Math.floor((Math.min(w, 4000) - 4) / 7)),
				Math.max(left, x(state.from)) + 2,
				y + 10,
			);
		}
	}
	function redraw() {
		if (!drawing) {
			drawing = true;
			requestAnimationFrame(draw);
		}
	}
	// Unpacks the records in view, if they lie in few blocks.
	let load = 0;
	async function refine() {
		const run = ++load;
		exact = null;
		redraw();
		const near = facts.blocks
			.map((b, i) => ({ b, i }))
			.filter(({ b }) => b[1] <= state.to && b[2] >= state.from);
		const share = near.reduce(
			(sum, { b }) =>
				sum +
				b[0] *
					Math.min(
						1,
						(state.to - state.from) / Math.max(1, b[2] - b[1]),
					),
			0,
		);
		if (near.length > 10 || share > 6000) return;
		const found = [];
		for (const { i } of near)
			for (const line of await block(i)) {
				if (run !== load) return;
				const start = line.indexOf("\t") + 1,
					from = parseInt(line.slice(start, start + 20));
				if (from > state.to) continue;
				const r = record(line);
				if (r.start + r.wall >= state.from) found.push(r);
			}
		if (run !== load || found.length > 20000) return;
		exact = found;
		redraw();
	}
	function zoom_to(from, to) {
		const span = Math.min(Math.max(to - from, 1000), Math.max(facts.span, 1000));
		state.from = Math.max(0, Math.min(from, facts.span - span));
		state.to = state.from + span;
		refine();
	}
	function zoom(factor, at = (state.from + state.to) / 2) {
		zoom_to(at - (at - state.from) * factor, at + (state.to - at) * factor);
	}
	const ns_at = (x) =>
		state.from +
		((x - label_width()) / (canvas.clientWidth - label_width())) *
			(state.to - state.from);
	canvas.addEventListener(
		"wheel",
		(event) => {
			event.preventDefault();
			if (event.shiftKey) {
				state.scroll += Math.sign(event.deltaY || event.deltaX) * 3;
				redraw();
			} else zoom(event.deltaY > 0 ? 1.3 : 1 / 1.3, ns_at(event.offsetX));
		},
		{ passive: false },
	);
	let drag = null;
	canvas.addEventListener("pointerdown", (event) => {
		drag = event.offsetX;
		canvas.setPointerCapture(event.pointerId);
	});
	canvas.addEventListener("pointerup", () => {
		drag = null;
	});
	canvas.addEventListener("pointermove", (event) => {
		if (drag !== null) {
			const by = ns_at(drag) - ns_at(event.offsetX);
			drag = event.offsetX;
			zoom_to(state.from + by, state.to + by);
			return;
		}
		const t = visible()[state.scroll + Math.floor(event.offsetY / ROW)],
			ns = ns_at(event.offsetX);
		const slack = (state.to - state.from) / canvas.clientWidth;
		const hit =
			t &&
			exact?.find(
				(r) =>
					r.thread === t &&
					r.start - slack <= ns &&
					ns <= r.start + r.wall + slack,
			);
		$("tip").textContent = !t
			? ""
			: hit
				? seen(`${moment(hit.start)} ${time(hit.wall)} ${hit.text}`)
				: seen(`${t.comm} ${t.tid}: ${count(t.calls)} calls, ${time(t.wall)} ${t.command}`);
	});
	canvas.addEventListener("keydown", (event) => {
		const span = state.to - state.from;
		const act = {
			"+": () => zoom(0.5),
			"=": () => zoom(0.5),
			"-": () => zoom(2),
			0: () => zoom_to(0, facts.span),
			ArrowLeft: () => zoom_to(state.from - span / 5, state.to - span / 5),
			ArrowRight: () => zoom_to(state.from + span / 5, state.to + span / 5),
			ArrowUp: () => {
				state.scroll--;
				redraw();
			},
			ArrowDown: () => {
				state.scroll++;
				redraw();
			},
		}[event.key];
		if (!act) return;
		event.preventDefault();
		act();
	});
	// The header stays in view, and is as high as the command is long: links lead below it.
	function measure_header() {
		document.documentElement.style.setProperty(
			"--header",
			`${document.querySelector("header").offsetHeight}px`,
		);
	}
	addEventListener("resize", () => {
		measure_header();
		redraw();
	});
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);

	$("search").addEventListener("submit", (event) => {
		event.preventDefault();
		search($("query").value);
	});
	$("clear").addEventListener("click", () => {
		state.process = null;
		$("detail").hidden = true;
		state.draw_tree(null);
		search("");
	});
	$("more").addEventListener("click", () => {
		state.limit *= 5;
		list();
	});
	// A link can open a search or a process: #q=TEXT, #process=TID.
	function follow() {
		const [, key, value] = /^#([a-z]+)=(.*)$/.exec(location.hash) ?? [];
		if (key === "q" && value) {
			search(decodeURIComponent(value));
			return true;
		}
		const t = key === "process" && threads.find((t) => t.tid === +value);
		if (t) {
			state.process = null;
			select(t);
			return true;
		}
		return false;
	}
	addEventListener("hashchange", follow);
	show_findings();
	summarize();
	measure_header();
	tree();
	show_tables();
	refine();
	if (!follow()) list();
	document.documentElement.dataset.ready = Math.round(performance.now());
})();

// SPDX-License-Identifier: MIT
// The interactive part of a flame graph: zoom, search, and a line of details on the frame below the pointer.
// The view is stored in the fragment of the URL: #zoom=NUMBER&search=TEXT.
(function () {
	"use strict";
	const svg = document.documentElement;
	const total = Number(svg.dataset.total), width = Number(svg.dataset.width);
	const details = document.getElementById("details"), found = document.getElementById("found");
	const reset = document.getElementById("reset"), input = document.getElementById("search");
	const frames = Array.from(document.querySelectorAll("g.f"), function (g, number) {
		const title = g.querySelector("title").textContent;
		return {
			g: g, number: number, rect: g.querySelector("rect"), text: g.querySelector("text"),
			title: title, name: title.split("\n")[0],
			x: Number(g.dataset.x), w: Number(g.dataset.w), depth: Number(g.dataset.d),
		};
	});
	let zoomed = frames[0], pattern = "";

	function contains(outer, inner) {
		return outer.x <= inner.x && inner.x + inner.w <= outer.x + outer.w;
	}

	// Shortens a name to the letters that fit in a width. A letter is 7 units wide.
	function shorten(name, width) {
		const letters = Math.floor((width - 6) / 7);
		if (letters < 3)
			return "";
		return name.length <= letters ? name : name.slice(0, letters - 2) + "..";
	}

	function place(frame, x, w) {
		frame.g.style.display = w > 0.05 ? "" : "none";
		frame.rect.setAttribute("x", x);
		frame.rect.setAttribute("width", Math.max(w, 0.1));
		frame.text.setAttribute("x", x + 3);
		frame.text.textContent = shorten(frame.name, w);
	}

	function zoom(frame) {
		zoomed = frame;
		for (const f of frames) {
			const inner = f.depth >= frame.depth && contains(frame, f);
			const outer = !inner && f.depth < frame.depth && contains(f, frame);
			f.g.classList.toggle("outer", outer);
			if (inner)
				place(f, (f.x - frame.x) / frame.w * width, f.w / frame.w * width);
			else
				place(f, 0, outer ? width : 0);
		}
		reset.style.visibility = frame === frames[0] ? "hidden" : "visible";
	}

	function matcher(text) {
		try {
			return new RegExp(text, "i");
		} catch (error) {
			return { test: function (name) { return name.includes(text); } };
		}
	}

	// Marks the frames that match, and shows their share of the total. Nested matches count once.
	function search(text) {
		const expression = text ? matcher(text) : null;
		const covered = [];
		pattern = text;
		for (const f of frames) {
			const match = expression !== null && expression.test(f.name);
			f.g.classList.toggle("match", match);
			if (match && !covered.some(function (c) { return contains(c, f); }))
				covered.push(f);
		}
		const sum = covered.reduce(function (s, f) { return s + f.w; }, 0);
		found.textContent = text ? "matched: " + (100 * sum / total).toFixed(2) + " %" : "";
	}

	function storeView() {
		const view = [];
		if (zoomed !== frames[0])
			view.push("zoom=" + zoomed.number);
		if (pattern)
			view.push("search=" + encodeURIComponent(pattern));
		history.replaceState(null, "", view.length ? "#" + view.join("&") : location.pathname);
	}

	function restoreView() {
		for (const word of location.hash.slice(1).split("&")) {
			const value = decodeURIComponent(word.slice(word.indexOf("=") + 1));
			if (word.startsWith("zoom=") && frames[Number(value)])
				zoom(frames[Number(value)]);
			if (word.startsWith("search=")) {
				input.value = value;
				search(value);
			}
		}
	}

	for (const f of frames) {
		f.g.addEventListener("click", function () { zoom(f); storeView(); });
		f.g.addEventListener("mouseover", function () { details.textContent = f.title.replace("\n", ": "); });
		f.g.addEventListener("mouseout", function () { details.textContent = ""; });
	}
	reset.addEventListener("click", function () { zoom(frames[0]); storeView(); });
	input.addEventListener("input", function () { search(input.value); storeView(); });
	window.addEventListener("keydown", function (event) {
		if (event.key === "Escape") {
			input.value = "";
			search("");
			zoom(frames[0]);
			storeView();
		}
	});
	input.style.visibility = "visible";
	restoreView();
})();

/* SPDX-License-Identifier: MIT */
/* Calls by stack as a picture: a flame graph, one SVG file that needs no other. */
#include <stdlib.h>
#include <string.h>

#include "flame_graph_js.h"
#include "summary/tree.h"

#define WIDTH 1200
#define ROW 17
#define HEAD 64 /* above the frames: title, details, search */
/* What is narrower than a tenth of a unit is left out: nobody sees it, and files stay small. */
#define SHARES_MOST (WIDTH * 10ull)
#define LETTER 7 /* units that a letter takes; as in flame_graph.js */

/* Where a node is drawn. */
struct spot {
	uint64_t x; /* in the unit of the weight */
	uint64_t used; /* of its width, by children */
	unsigned depth;
};

struct picture {
	const struct call_tree *tree;
	enum call_weight weight;
	struct spot *spots;
	struct buf *out;
	unsigned depth; /* of the innermost frame that is shown */
};

/* The length of the character at s; 0: none, or one that XML does not allow. */
static size_t character(const unsigned char *s, size_t len)
{
	size_t n = utf8_length(s, len);
	unsigned code;

	if (n && utf8_is_control(s, n, &code))
		return 0;
	/* U+FFFE and U+FFFF */
	return n == 3 && s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe ? 0 : n;
}

/* What a stranger named, for XML: no markup, nothing that is obeyed, no broken UTF-8. */
static void put_text(struct buf *out, const char *text, size_t most)
{
	const unsigned char *s = (const unsigned char *)text, *end = s + strlen(text);

	for (size_t letters = 0; *s && letters < most; letters++) {
		size_t len = character(s, (size_t)(end - s));

		if (!len)
			buf_putc(out, '?');
		else if (*s == '<' || *s == '>' || *s == '&' || *s == '"')
			buf_printf(out, "&#%u;", *s);
		else
			buf_put(out, s, len);
		s += len ? len : 1;
	}
}

static void put_tally(struct buf *out, const struct tally *tally)
{
	buf_printf(out, "%llu calls, %llu errors, %.6f s, %llu bytes",
		   (unsigned long long)tally->calls, (unsigned long long)tally->errors,
		   (double)tally->wall_ns / 1e9, (unsigned long long)tally->bytes);
}

/* Functions in warm colours, calls in cold ones; the same name always looks the same. */
static void put_colour(struct buf *out, const char *name, bool is_call)
{
	unsigned hash = 5381;

	for (; *name; name++)
		hash = hash * 33 ^ (unsigned char)*name;
	if (is_call)
		buf_printf(out, "hsl(%u,55%%,%u%%)", 195 + hash % 40, 62 + hash / 64 % 12);
	else
		buf_printf(out, "hsl(%u,80%%,%u%%)", 8 + hash % 44, 58 + hash / 64 % 14);
}

static uint64_t weight_of(const struct picture *picture, uint32_t node)
{
	return tally_weight(&picture->tree->nodes[node].all, picture->weight);
}

static bool is_shown(const struct picture *picture, uint32_t node)
{
	uint64_t weight = weight_of(picture, node);

	return weight && weight >= weight_of(picture, 0) / SHARES_MOST;
}

static void put_frame(const struct picture *picture, uint32_t number)
{
	const struct node *node = &picture->tree->nodes[number];
	const struct spot *spot = &picture->spots[number];
	const char *name = node_name(picture->tree, node);
	uint64_t weight = weight_of(picture, number);
	double unit = (double)WIDTH / (double)weight_of(picture, 0);
	double left = (double)spot->x * unit, width = (double)weight * unit;
	unsigned top = HEAD + (picture->depth - spot->depth) * ROW;
	struct buf *out = picture->out;

	buf_printf(out, "<g class=\"f\" data-x=\"%llu\" data-w=\"%llu\" data-d=\"%u\"><title>",
		   (unsigned long long)spot->x, (unsigned long long)weight, spot->depth);
	put_text(out, name, SIZE_MAX);
	buf_putc(out, '\n');
	put_tally(out, &node->all);
	buf_printf(out, "</title><rect x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%u\" fill=\"",
		   left, top, width > 0.1 ? width : 0.1, ROW - 1);
	put_colour(out, name, node->is_call);
	buf_printf(out, "\"/><text x=\"%.2f\" y=\"%u\">", left + 3, top + ROW - 5);
	if (width >= 3 * LETTER + 6)
		put_text(out, name, (size_t)(width - 6) / LETTER);
	buf_puts(out, "</text></g>\n");
}

/* Every node is made after its parent, so that places are known from the outside inwards. */
static void lay_out(struct picture *picture)
{
	const struct call_tree *tree = picture->tree;

	picture->spots = xcalloc(tree->n_nodes, sizeof(*picture->spots));
	for (uint32_t i = 1; i < tree->n_nodes; i++) {
		struct spot *parent = &picture->spots[tree->nodes[i].parent];
		struct spot *spot = &picture->spots[i];

		spot->x = parent->x + parent->used;
		spot->depth = parent->depth + 1;
		parent->used += weight_of(picture, i);
		if (is_shown(picture, i) && spot->depth > picture->depth)
			picture->depth = spot->depth;
	}
}

static const char *unit_of(enum call_weight weight)
{
	switch (weight) {
	case WEIGHT_TIME:
		return "time in system calls";
	case WEIGHT_BYTES:
		return "bytes read and written";
	default:
		return "system calls";
	}
}

static void put_head(const struct picture *picture)
{
	static const char style[] =
		"<style>text{font:12px monospace;fill:#222}g.f{cursor:pointer}"
		"g.f:hover rect{stroke:#222}g.outer{opacity:.5}g.match rect{fill:#c0f}"
		"g.match text{fill:#fff}g.f text{pointer-events:none}#reset{cursor:pointer;"
		"visibility:hidden;text-decoration:underline}</style>\n";
	unsigned height = HEAD + (picture->depth + 1) * ROW + 8;
	struct buf *out = picture->out;

	buf_printf(out,
		   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
		   "preserveAspectRatio=\"xMidYMin meet\" "
		   "style=\"background:#fff;width:100%%\" data-total=\"%llu\" data-width=\"%u\">\n",
		   WIDTH, height, (unsigned long long)weight_of(picture, 0), WIDTH);
	buf_puts(out, style);
	buf_printf(out,
		   "<text x=\"%u\" y=\"18\" text-anchor=\"middle\" font-weight=\"bold\">"
		   "scry: %s by stack</text>\n",
		   WIDTH / 2, unit_of(picture->weight));
	buf_puts(out, "<text id=\"reset\" x=\"4\" y=\"18\">Reset zoom</text>\n"
		      "<text id=\"details\" x=\"4\" y=\"54\"></text>\n");
	buf_printf(out,
		   "<text id=\"found\" x=\"%u\" y=\"38\" text-anchor=\"end\"></text>\n"
		   "<foreignObject x=\"%u\" y=\"4\" width=\"200\" height=\"22\">"
		   "<input xmlns=\"http://www.w3.org/1999/xhtml\" id=\"search\" "
		   "placeholder=\"search\" "
		   "style=\"visibility:hidden;width:190px;font:12px "
		   "monospace\"/></foreignObject>\n",
		   WIDTH - 8, WIDTH - 204);
}

void call_tree_draw(struct call_tree *tree, enum call_weight weight, struct buf *out)
{
	struct picture picture = { .tree = tree, .weight = weight, .out = out };

	call_tree_sum(tree);
	lay_out(&picture);
	put_head(&picture);
	for (uint32_t i = 0; i < tree->n_nodes; i++)
		if (is_shown(&picture, i))
			put_frame(&picture, i);
	if (weight_of(&picture, 0))
		buf_printf(out, "<script><![CDATA[\n%s]]></script>\n", flame_graph_js);
	else
		buf_printf(out, "<text x=\"%u\" y=\"%u\">nothing was counted</text>\n", 4,
			   HEAD + 12);
	buf_puts(out, "</svg>\n");
	free(picture.spots);
}

/* SPDX-License-Identifier: MIT */
/* Draws calls by stack as a flame graph, a self-contained SVG file. */
#include <stdlib.h>
#include <string.h>

#include "flame_graph_js.h"
#include "summary/tree.h"

/* Sizes are in units of the SVG file. */
#define WIDTH 1200
#define ROW_HEIGHT 17
#define HEAD_HEIGHT 64 /* space above the frames for title, search field and details */
#define LETTER_WIDTH 7 /* must be the same in flame_graph.js */
/* Keeps files small: a node narrower than a tenth of a unit is invisible, and is left out. */
#define SHARES_MAX (WIDTH * 10ull)

/* The position of a node. Horizontal positions and widths are in the unit of the weight. */
struct position {
	uint64_t x;
	uint64_t used; /* the width of the children placed so far */
	unsigned depth;
};

struct picture {
	const struct call_tree *tree;
	enum call_weight weight;
	struct position *positions; /* by node */
	struct buf *out;
	unsigned depth; /* of the innermost node that is shown */
};

/* Returns the length of the character at s, or 0 if it is invalid or not allowed in XML. */
static size_t xml_character_length(const unsigned char *s, size_t len)
{
	size_t n = utf8_length(s, len);
	unsigned code;

	if (n && utf8_is_control(s, n, &code))
		return 0;
	/* U+FFFE and U+FFFF are no XML characters (XML 1.0, section 2.2). */
	return n == 3 && s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe ? 0 : n;
}

/*
 * Appends at most max_letters characters of an untrusted text: markup is escaped, control
 * characters and invalid UTF-8 are replaced.
 */
static void put_svg_text(struct buf *out, const char *text, size_t max_letters)
{
	const unsigned char *s = (const unsigned char *)text, *end = s + strlen(text);

	for (size_t letters = 0; *s && letters < max_letters; letters++) {
		size_t len = xml_character_length(s, (size_t)(end - s));

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
	buf_printf(out, "%llu call%s, %llu error%s, %.6f s, %llu byte%s",
		   (unsigned long long)tally->calls, plural_s(tally->calls),
		   (unsigned long long)tally->errors, plural_s(tally->errors),
		   (double)tally->wall_ns / 1e9, (unsigned long long)tally->bytes,
		   plural_s(tally->bytes));
}

/* Functions get warm colours, calls cold ones. The colour of a name is the same in every graph. */
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

static bool is_frame_shown(const struct picture *picture, uint32_t node)
{
	uint64_t weight = weight_of(picture, node);

	return weight && weight >= weight_of(picture, 0) / SHARES_MAX;
}

static void put_svg_frame(const struct picture *picture, uint32_t number)
{
	const struct node *node = &picture->tree->nodes[number];
	const struct position *position = &picture->positions[number];
	const char *name = node_name(picture->tree, node);
	uint64_t weight = weight_of(picture, number);
	double unit = (double)WIDTH / (double)weight_of(picture, 0);
	double left = (double)position->x * unit, width = (double)weight * unit;
	unsigned top = HEAD_HEIGHT + (picture->depth - position->depth) * ROW_HEIGHT;
	struct buf *out = picture->out;

	buf_printf(out, "<g class=\"f\" data-x=\"%llu\" data-w=\"%llu\" data-d=\"%u\"><title>",
		   (unsigned long long)position->x, (unsigned long long)weight, position->depth);
	put_svg_text(out, name, SIZE_MAX);
	buf_putc(out, '\n');
	put_tally(out, &node->all);
	buf_printf(out, "</title><rect x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%u\" fill=\"",
		   left, top, width > 0.1 ? width : 0.1, ROW_HEIGHT - 1);
	put_colour(out, name, node->is_call);
	buf_printf(out, "\"/><text x=\"%.2f\" y=\"%u\">", left + 3, top + ROW_HEIGHT - 5);
	if (width >= 3 * LETTER_WIDTH + 6)
		put_svg_text(out, name, (size_t)(width - 6) / LETTER_WIDTH);
	buf_puts(out, "</text></g>\n");
}

/* Places all nodes. Nodes have greater indices than their parents, so that one pass is enough. */
static void lay_out_frames(struct picture *picture)
{
	const struct call_tree *tree = picture->tree;

	picture->positions = xcalloc(tree->n_nodes, sizeof(*picture->positions));
	for (uint32_t i = 1; i < tree->n_nodes; i++) {
		struct position *parent = &picture->positions[tree->nodes[i].parent];
		struct position *position = &picture->positions[i];

		position->x = parent->x + parent->used;
		position->depth = parent->depth + 1;
		parent->used += weight_of(picture, i);
		if (is_frame_shown(picture, i) && position->depth > picture->depth)
			picture->depth = position->depth;
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

static void put_svg_head(const struct picture *picture)
{
	static const char style[] =
		"<style>text{font:12px monospace;fill:#222}g.f{cursor:pointer}"
		"g.f:hover rect{stroke:#222}g.outer{opacity:.5}g.match rect{fill:#c0f}"
		"g.match text{fill:#fff}g.f text{pointer-events:none}#reset{cursor:pointer;"
		"visibility:hidden;text-decoration:underline}</style>\n";
	unsigned height = HEAD_HEIGHT + (picture->depth + 1) * ROW_HEIGHT + 8;
	struct buf *out = picture->out;

	buf_printf(out,
		   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
		   "preserveAspectRatio=\"xMidYMin meet\" height=\"%u\" "
		   "style=\"background:#fff;width:100%%\" data-total=\"%llu\" data-width=\"%u\">\n",
		   WIDTH, height, height, (unsigned long long)weight_of(picture, 0), WIDTH);
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
	lay_out_frames(&picture);
	put_svg_head(&picture);
	for (uint32_t i = 0; i < tree->n_nodes; i++)
		if (is_frame_shown(&picture, i))
			put_svg_frame(&picture, i);
	if (weight_of(&picture, 0))
		buf_printf(out, "<script><![CDATA[\n%s]]></script>\n", flame_graph_js);
	else
		buf_printf(out, "<text x=\"%u\" y=\"%u\">nothing was counted</text>\n", 4,
			   HEAD_HEIGHT + 12);
	buf_puts(out, "</svg>\n");
	free(picture.positions);
}

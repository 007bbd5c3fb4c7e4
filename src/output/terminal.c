/* SPDX-License-Identifier: MIT */
/* The screen of the controlling terminal, drawn by ncurses, which is loaded for it. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "config.h"
#include "scry/output.h"
#include "scry/util.h"

#ifdef HAVE_NCURSES

/* The functions below are called through pointers, and not through macros. */
#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <ncurses.h>

/* <term.h> declares this, and defines macros such as "lines". */
int setupterm(const char *name, int fd, int *why);

/* The time after an escape character in which the rest of a function key comes, in milliseconds. */
#define ESCAPE_MS 50

#define CONTROL(letter) ((letter)&0x1f)

struct terminal {
	int fd;
	struct termios given; /* the state before terminal_begin() */
	FILE *in, *out;
	SCREEN *screen; /* NULL: the terminal is as it was */
	WINDOW *window;
	struct winsize size;
	bool colored;
	/* Functions of ncurses. */
	void *library;
	LIBRARY_POINTER(setupterm);
	LIBRARY_POINTER(newterm);
	LIBRARY_POINTER(newwin);
	LIBRARY_POINTER(cbreak);
	LIBRARY_POINTER(noecho);
	LIBRARY_POINTER(nonl);
	LIBRARY_POINTER(def_prog_mode);
	LIBRARY_POINTER(set_escdelay);
	LIBRARY_POINTER(curs_set);
	LIBRARY_POINTER(keypad);
	LIBRARY_POINTER(nodelay);
	LIBRARY_POINTER(wgetch);
	LIBRARY_POINTER(wmove);
	LIBRARY_POINTER(wclrtoeol);
	LIBRARY_POINTER(wclrtobot);
	LIBRARY_POINTER(waddnstr);
	LIBRARY_POINTER(wattrset);
	LIBRARY_POINTER(wrefresh);
	LIBRARY_POINTER(clearok);
	LIBRARY_POINTER(resizeterm);
	LIBRARY_POINTER(endwin);
	LIBRARY_POINTER(has_colors);
	LIBRARY_POINTER(start_color);
	LIBRARY_POINTER(use_default_colors);
	LIBRARY_POINTER(init_pair);
	LIBRARY_POINTER(wchgat);
	LIBRARY_POINTER(delscreen);
	LIBRARY_POINTER(delwin);
};

static bool load_ncurses(struct terminal *terminal, char **why)
{
#define FUNCTION(function) LIBRARY_FUNCTION(struct terminal, function)
	static const struct library_function functions[] = {
		FUNCTION(setupterm),	 FUNCTION(newterm),	 FUNCTION(newwin),
		FUNCTION(cbreak),	 FUNCTION(noecho),	 FUNCTION(nonl),
		FUNCTION(def_prog_mode), FUNCTION(set_escdelay), FUNCTION(curs_set),
		FUNCTION(keypad),	 FUNCTION(nodelay),	 FUNCTION(wgetch),
		FUNCTION(wmove),	 FUNCTION(wclrtoeol),	 FUNCTION(wclrtobot),
		FUNCTION(waddnstr),	 FUNCTION(wattrset),	 FUNCTION(wrefresh),
		FUNCTION(clearok),	 FUNCTION(resizeterm),	 FUNCTION(endwin),
		FUNCTION(delscreen),	 FUNCTION(delwin),	 FUNCTION(has_colors),
		FUNCTION(start_color),	 FUNCTION(init_pair),	 FUNCTION(use_default_colors),
		FUNCTION(wchgat),
	};
#undef FUNCTION

	terminal->library =
		library_load(NCURSES_SONAME, functions, ARRAY_SIZE(functions), terminal, why);
	return terminal->library;
}

static bool refuse_terminal(struct terminal *terminal, char **why, const char *text)
{
	if (text)
		set_error(why, "%s", text);
	if (terminal->fd >= 0)
		close(terminal->fd);
	free(terminal);
	return false;
}

static bool is_usable(struct terminal *terminal, char **why)
{
	const char *type = getenv("TERM");
	int found;

	if (terminal->fd < 0)
		return refuse_terminal(terminal, why,
				       "there is no terminal here (over ssh: ssh -t HOST scry "
				       "...)");
	if (tcgetattr(terminal->fd, &terminal->given))
		return refuse_terminal(terminal, why, strerror(errno));
	if (tcgetpgrp(terminal->fd) != getpgrp())
		return refuse_terminal(terminal, why,
				       "scry runs in the background of its terminal");
	if (!load_ncurses(terminal, why))
		return refuse_terminal(terminal, why, NULL);
	if (!type || terminal->sym_setupterm(type, terminal->fd, &found) != OK) {
		set_error(why, "the terminal is of an unknown type: TERM=%s", type ? type : "");
		return refuse_terminal(terminal, why, NULL);
	}
	return true;
}

struct terminal *terminal_open(char **why)
{
	struct terminal *terminal = xcalloc(1, sizeof(*terminal));

	terminal->fd = open("/dev/tty", O_RDWR | O_CLOEXEC);
	return is_usable(terminal, why) ? terminal : NULL;
}

int terminal_fd(const struct terminal *terminal)
{
	return terminal->fd;
}

/*
 * Fills *size with the size of the terminal, or with a usual size if the terminal does not know it.
 */
static void get_size(const struct terminal *terminal, struct winsize *size)
{
	if (ioctl(terminal->fd, TIOCGWINSZ, size) || !size->ws_row || !size->ws_col)
		*size = (struct winsize){ .ws_row = 24, .ws_col = 80 };
}

/*
 * newterm() installs handlers of SIGTSTP and SIGWINCH where the disposition is the default. They
 * would run while scry decodes, so that terminal_key() does the work of both instead.
 */
static SCREEN *make_screen(struct terminal *terminal)
{
	static const int signals[] = { SIGTSTP, SIGWINCH, SIGINT, SIGTERM };
	struct sigaction ignored = { .sa_handler = SIG_IGN }, given[ARRAY_SIZE(signals)];
	SCREEN *screen;

	for (size_t i = 0; i < ARRAY_SIZE(signals); i++) {
		sigaction(signals[i], NULL, &given[i]);
		if (given[i].sa_handler == SIG_DFL)
			sigaction(signals[i], &ignored, NULL);
	}
	screen = terminal->sym_newterm(NULL, terminal->out, terminal->in);
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &given[i], NULL);
	return screen;
}

/* ^Z is a key like others: see terminal_key(). */
static void set_modes(struct terminal *terminal)
{
	struct termios modes;

	terminal->sym_cbreak();
	terminal->sym_noecho();
	terminal->sym_nonl();
	if (!tcgetattr(terminal->fd, &modes)) {
		modes.c_cc[VSUSP] = _POSIX_VDISABLE;
		tcsetattr(terminal->fd, TCSANOW, &modes);
	}
	terminal->sym_def_prog_mode();
	terminal->sym_set_escdelay(ESCAPE_MS);
	terminal->sym_curs_set(0);
	terminal->sym_keypad(terminal->window, true);
	terminal->sym_nodelay(terminal->window, true);
}

static FILE *open_stream(const struct terminal *terminal, const char *mode)
{
	int fd = fcntl(terminal->fd, F_DUPFD_CLOEXEC, 0);

	return fd < 0 ? NULL : fdopen(fd, mode);
}

/* The colours of the styles, as numbers of pairs. -1: the colour that the terminal has. */
enum { PAIR_TITLE = 1, PAIR_ERROR, PAIR_NAME };

static void begin_colours(struct terminal *terminal, enum terminal_theme theme)
{
	bool light = theme == THEME_LIGHT;

	if (theme == THEME_NONE || !terminal->sym_has_colors() ||
	    terminal->sym_start_color() != OK || terminal->sym_use_default_colors() != OK)
		return;
	terminal->sym_init_pair(PAIR_TITLE, light ? COLOR_BLUE : COLOR_CYAN, -1);
	terminal->sym_init_pair(PAIR_ERROR, COLOR_RED, -1);
	terminal->sym_init_pair(PAIR_NAME, light ? COLOR_MAGENTA : COLOR_GREEN, -1);
	terminal->colored = true;
}

bool terminal_begin(struct terminal *terminal, enum terminal_theme theme)
{
	setlocale(LC_CTYPE, "");
	terminal->out = open_stream(terminal, "w");
	terminal->in = open_stream(terminal, "r");
	if (terminal->out && terminal->in)
		terminal->screen = make_screen(terminal);
	if (!terminal->screen)
		return false;
	get_size(terminal, &terminal->size);
	terminal->sym_resizeterm(terminal->size.ws_row, terminal->size.ws_col);
	terminal->window = terminal->sym_newwin(0, 0, 0, 0);
	begin_colours(terminal, theme);
	set_modes(terminal);
	return true;
}

void terminal_end(struct terminal *terminal)
{
	if (!terminal->screen)
		return;
	terminal->sym_endwin();
	terminal->sym_delwin(terminal->window);
	terminal->sym_delscreen(terminal->screen);
	terminal->screen = NULL;
	tcsetattr(terminal->fd, TCSADRAIN, &terminal->given);
}

void terminal_close(struct terminal *terminal)
{
	if (!terminal)
		return;
	terminal_end(terminal);
	if (terminal->in)
		fclose(terminal->in);
	if (terminal->out)
		fclose(terminal->out);
	close(terminal->fd);
	free(terminal);
}

unsigned terminal_lines(const struct terminal *terminal)
{
	return terminal->size.ws_row;
}

unsigned terminal_columns(const struct terminal *terminal)
{
	return terminal->size.ws_col;
}

static const struct {
	attr_t attributes;
	short pair; /* 0: the colours of the terminal */
} styles[] = {
	[TERMINAL_PLAIN] = { A_NORMAL, 0 },    [TERMINAL_TITLE] = { A_BOLD, PAIR_TITLE },
	[TERMINAL_REVERSE] = { A_REVERSE, 0 }, [TERMINAL_ERROR] = { A_BOLD, PAIR_ERROR },
	[TERMINAL_FAINT] = { A_DIM, 0 },       [TERMINAL_NAME] = { A_NORMAL, PAIR_NAME },
};

static short pair_of(const struct terminal *terminal, enum terminal_style style)
{
	return terminal->colored ? styles[style].pair : 0;
}

void terminal_mark(struct terminal *terminal, unsigned y, size_t x, size_t n,
		   enum terminal_style style)
{
	size_t columns = terminal->size.ws_col;

	if (x >= columns)
		return;
	if (n > columns - x)
		n = columns - x;
	terminal->sym_wmove(terminal->window, (int)y, (int)x);
	terminal->sym_wchgat(terminal->window, (int)n, styles[style].attributes,
			     pair_of(terminal, style), NULL);
}

/*
 * ncurses ends a text at the right edge only if the text would not move the last line up: it is cut
 * before.
 */
void terminal_put(struct terminal *terminal, unsigned y, enum terminal_style style,
		  const struct buf *text)
{
	size_t columns = terminal->size.ws_col, len = 0;
	/* COLOR_PAIR(), which NCURSES_NOMACROS takes away. */
	attr_t color = NCURSES_BITS((attr_t)pair_of(terminal, style), 0) & A_COLOR;

	/* A character takes a column at least. */
	for (size_t n = 0; len < text->len && n < columns; n++) {
		size_t bytes =
			utf8_length((const unsigned char *)text->data + len, text->len - len);

		len += bytes ? bytes : 1;
	}
	terminal->sym_wattrset(terminal->window, (int)(styles[style].attributes | color));
	terminal->sym_wmove(terminal->window, (int)y, 0);
	terminal->sym_wclrtoeol(terminal->window);
	terminal->sym_waddnstr(terminal->window, text->data, (int)len);
	terminal->sym_wattrset(terminal->window, A_NORMAL);
}

void terminal_show(struct terminal *terminal, unsigned lines)
{
	if (lines < terminal->size.ws_row) {
		terminal->sym_wmove(terminal->window, (int)lines, 0);
		terminal->sym_wclrtobot(terminal->window);
	}
	terminal->sym_wrefresh(terminal->window);
}

/*
 * Stops the process group, as ^Z does without the screen. The processes go on when the shell
 * continues them.
 */
static void suspend(struct terminal *terminal)
{
	terminal->sym_endwin();
	tcsetattr(terminal->fd, TCSADRAIN, &terminal->given);
	kill(0, SIGTSTP);
	terminal->sym_clearok(terminal->window, true);
	terminal->sym_wrefresh(terminal->window);
}

static bool was_resized(struct terminal *terminal)
{
	struct winsize size;

	get_size(terminal, &size);
	if (size.ws_row == terminal->size.ws_row && size.ws_col == terminal->size.ws_col)
		return false;
	terminal->size = size;
	terminal->sym_resizeterm(size.ws_row, size.ws_col);
	terminal->sym_clearok(terminal->window, true);
	return true;
}

int terminal_key(struct terminal *terminal)
{
	static const struct {
		int code, key;
	} keys[] = {
		{ KEY_UP, TERMINAL_UP },
		{ KEY_DOWN, TERMINAL_DOWN },
		{ KEY_PPAGE, TERMINAL_PAGE_UP },
		{ KEY_NPAGE, TERMINAL_PAGE_DOWN },
		{ KEY_HOME, TERMINAL_HOME },
		{ KEY_END, TERMINAL_END },
		{ KEY_LEFT, TERMINAL_LEFT },
		{ KEY_RIGHT, TERMINAL_RIGHT },
		{ KEY_ENTER, '\r' },
		{ KEY_BACKSPACE, '\b' },
		{ 0x7f, '\b' },
		{ '\n', '\r' },
	};
	int code;

	if (was_resized(terminal))
		return TERMINAL_REDRAW;
	code = terminal->sym_wgetch(terminal->window);
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (code == keys[i].code)
			return keys[i].key;
	switch (code) {
	case ERR:
		return 0;
	case CONTROL('Z'):
		suspend(terminal);
		return TERMINAL_REDRAW;
	case CONTROL('L'):
		terminal->sym_clearok(terminal->window, true);
		return TERMINAL_REDRAW;
	}
	return code > 0 && code < 0x100 ? code : TERMINAL_OTHER;
}

#else

struct terminal *terminal_open(char **why)
{
	set_error(why, "this build of scry has no ncurses");
	return NULL;
}

/* No terminal was opened, so that nothing calls the following functions. */
int terminal_fd(const struct terminal *terminal)
{
	(void)terminal;
	return -1;
}

bool terminal_begin(struct terminal *terminal, enum terminal_theme theme)
{
	(void)terminal, (void)theme;
	return false;
}

void terminal_end(struct terminal *terminal)
{
	(void)terminal;
}

void terminal_close(struct terminal *terminal)
{
	(void)terminal;
}

unsigned terminal_lines(const struct terminal *terminal)
{
	(void)terminal;
	return 0;
}

unsigned terminal_columns(const struct terminal *terminal)
{
	(void)terminal;
	return 0;
}

void terminal_put(struct terminal *terminal, unsigned y, enum terminal_style style,
		  const struct buf *text)
{
	(void)terminal, (void)y, (void)style, (void)text;
}

void terminal_mark(struct terminal *terminal, unsigned y, size_t x, size_t n,
		   enum terminal_style style)
{
	(void)terminal, (void)y, (void)x, (void)n, (void)style;
}

void terminal_show(struct terminal *terminal, unsigned lines)
{
	(void)terminal, (void)lines;
}

int terminal_key(struct terminal *terminal)
{
	(void)terminal;
	return 0;
}

#endif

// SPDX-License-Identifier: MIT
// Serves a page over HTTP and gets it three times. With an argument the first page makes that directory.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
)

var once sync.Once

func page(writer http.ResponseWriter, request *http.Request) {
	var err error
	if len(os.Args) > 1 {
		once.Do(func() { err = makeDirectory(os.Args[1]) })
	}
	if err != nil {
		fmt.Fprint(writer, err)
		return
	}
	fmt.Fprint(writer, "a page")
}

//go:noinline
func makeDirectory(path string) error {
	return os.Mkdir(path, 0o777)
}

func get(url string) (string, error) {
	response, err := http.Get(url)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return string(text), err
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	http.HandleFunc("/", page)
	go http.Serve(listener, nil)
	for i := 0; i < 3; i++ {
		text, err := get("http://" + listener.Addr().String() + "/")
		if err != nil || text != "a page" {
			fmt.Println(text, err)
			os.Exit(1)
		}
	}
	fmt.Println("three pages")
}

// Command bare opens a memory file with the driver and pragmas of the store
// and reads one row: what the budget of a cold start is measured against.
package main

import (
	"fmt"
	"os"

	"github.com/ncruces/go-sqlite3"
)

func main() {
	db, err := sqlite3.Open("file:" + os.Args[1])
	if err == nil {
		err = db.Exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
			PRAGMA temp_store = MEMORY; PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF`)
	}
	if err != nil {
		panic(err)
	}
	row, _, err := db.Prepare("SELECT text FROM memories LIMIT 1")
	if err != nil {
		panic(err)
	}
	if row.Step() {
		fmt.Println(row.ColumnText(0))
	}
	if err := row.Close(); err != nil {
		panic(err)
	}
	if err := db.Close(); err != nil {
		panic(err)
	}
}

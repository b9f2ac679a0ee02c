module lexkit/moves

go 1.21

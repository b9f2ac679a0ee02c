module lexkit

go 1.21

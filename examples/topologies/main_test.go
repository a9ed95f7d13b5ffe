package main

func Example() {
	main()
	// Output:
	// local       coder       sees 2 of its own, 0 of the others'
	// local       researcher  sees 2 of its own, 0 of the others'
	// local       writer      sees 2 of its own, 0 of the others'
	// shared      coder       sees 2 of its own, 4 of the others'
	// shared      researcher  sees 2 of its own, 4 of the others'
	// shared      writer      sees 2 of its own, 4 of the others'
	// hybrid      coder       sees 2 of its own, 2 of the others'
	// hybrid      researcher  sees 2 of its own, 2 of the others'
	// hybrid      writer      sees 2 of its own, 2 of the others'
	// supervisor  supervisor  sees 0 of its own, 3 of the others'
	// peers       coder       sees 2 of its own, 2 of the others'
	// peers       researcher  sees 2 of its own, 2 of the others'
	// peers       writer      sees 2 of its own, 2 of the others'
	// swarm       all         6 findings of 3 agents, 0 of them handed on
}

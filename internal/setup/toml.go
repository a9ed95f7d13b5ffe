package setup

type tomlFormat struct{ jsonFormat }

type yamlFormat struct{ jsonFormat }

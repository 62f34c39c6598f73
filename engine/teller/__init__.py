"""How the language model is asked, one file for each thing that it is asked for."""

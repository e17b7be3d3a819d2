"""Small libraries on the generated bindings `acp_schema`; import the one you need."""

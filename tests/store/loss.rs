//! Connections that are lost.

/** Node's HTTP. An import of `node:http` reads all its exports, and some of them load `fetch`: 60 ms of every start. */
export const http = process.getBuiltinModule('node:http');

/** Loaded with the first call that needs it: it loads all of TLS, which takes 20 ms. */
export const loadHttps = () => process.getBuiltinModule('node:https');

/** Node's HTTP. An import of `node:http` reads all its exports, and some of them load `fetch`: 60 ms of every start. */
export const http = process.getBuiltinModule('node:http');

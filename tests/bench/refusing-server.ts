/** A process of its own that refuses whatever it is asked, as cheaply as can be; its port is its one message. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, answer) => {
  request.resume();
  answer.writeHead(503, { 'Retry-After': '2', 'Content-Length': '0' }).end();
});
server.listen(0, 'localhost', () => process.send?.((server.address() as AddressInfo).port));

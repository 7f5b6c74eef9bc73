// The same as a worker of Cloudflare, which runs nothing until it is asked.
import { outcomes } from './checks.mjs';

// oxlint-disable-next-line import/no-default-export -- as workerd takes a worker
export default {
  async test() {
    console.log(JSON.stringify(await outcomes()));
  },
};

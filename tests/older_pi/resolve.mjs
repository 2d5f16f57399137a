// The bridge's tests on the older pi: `node --import ./tests/older_pi/resolve.mjs --test …`.
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier.startsWith("@earendil-works/") && !context.parentURL?.includes("node_modules") ? { ...context, parentURL: import.meta.url } : context),
});

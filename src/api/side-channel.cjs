/** Stands in for the package of this name (vite.config.ts): the part of it that qs uses, on the platform's WeakMap. */
module.exports = function getSideChannel() {
  return new WeakMap()
}

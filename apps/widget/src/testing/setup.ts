// Browser APIs that the test DOM lacks.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollTo ??= () => {}
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Types of the part of WebAssembly that is used here; @types/node does not include them.

export interface Memory {
  readonly buffer: ArrayBuffer
}
interface WebAssemblyApi {
  /** Sizes in pages of 64 KiB. */
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => Memory
  readonly instantiate: (
    bytes: Uint8Array,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => Promise<{ readonly instance: { readonly exports: Readonly<Record<string, unknown>> } }>
}

export const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }

const AGAIN_MS = 3000

/** Loads a part of the frame, again and again until it is there: without it nothing could say that the network is gone. */
export async function patientImport<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}

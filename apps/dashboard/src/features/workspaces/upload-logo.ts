import { apiBase, type Region } from '@parlance/contract/lib/regions'
import { dataUrl } from '../../lib/data-url.ts'
import { errorText } from '../../lib/errors.ts'
import { postJson } from '../../lib/upload-body.ts'
import type { SendFile } from '../../components/inputs/upload.tsx'

/** Stores a logo of the workspace and answers its address; it is shown once that is saved. */
export const uploadLogo =
  (region: Region, uid: string): SendFile =>
  async (file, sending) => {
    try {
      const body = JSON.stringify({ base64Payload: await dataUrl(file), filename: file.name.slice(-200) })
      const path = `${apiBase(region)}/v2/workspaces/${uid}/logo`
      const { data } = (await postJson(path, body, sending)) as { data: { url: string } }
      return data.url
    } catch (error) {
      throw new Error(errorText(error), { cause: error })
    }
  }

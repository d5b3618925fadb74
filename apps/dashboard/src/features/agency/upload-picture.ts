// Uploads pictures of an agency: logos and icons of custom tabs.
import { apiBase, type Region } from '@parlance/contract/lib/regions'
import type { SendFile } from '../../components/inputs/upload/upload.tsx'
import { dataUrl } from '../../lib/files/data-url.ts'
import { errorText } from '../../lib/errors.ts'
import { postJson } from '../../lib/files/upload-body.ts'

/** Returns the picture's address; used once that is saved. */
export const uploadPicture =
  (region: Region, uid: string): SendFile =>
  async (file, sending) => {
    try {
      const body = JSON.stringify({ base64Payload: await dataUrl(file) })
      const path = `${apiBase(region)}/v2/workspaces/${uid}/agency/pictures`
      const { data } = (await postJson(path, body, sending)) as { data: { url: string } }
      return data.url
    } catch (error) {
      throw new Error(errorText(error), { cause: error })
    }
  }

// Uploads an agent's image.
import type { UploadedFile } from '@parlance/contract/files/api'
import { apiBase, type Region } from '@parlance/contract/lib/regions'
import { dataUrl } from '../../../lib/files/data-url.ts'
import { postJson } from '../../../lib/files/upload-body.ts'
import { errorText } from '../../../lib/errors.ts'
import type { SendFile } from '../../../components/inputs/upload/upload.tsx'

export const uploadImage =
  (region: Region, agentId: string): SendFile =>
  async (file, sending) => {
    try {
      const base64Payload = await dataUrl(file)
      const body = JSON.stringify({ agentId, base64Payload, targetPath: file.name.slice(-200) })
      const { data } = (await postJson(`${apiBase(region)}/rpc/uploadFile`, body, sending)) as { data: UploadedFile }
      // Stored as a path, which survives a change of the installation's host name.
      return new URL(data.url, location.origin).pathname
    } catch (error) {
      throw new Error(errorText(error), { cause: error })
    }
  }

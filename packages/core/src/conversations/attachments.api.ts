// What a visitor sends beside text: pictures, files, voice notes.
export const attachmentsApi = {}

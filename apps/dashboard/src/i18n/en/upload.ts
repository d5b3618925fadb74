export const upload = {
  choose: 'Upload a picture',
  replace: 'Replace',
  remove: 'Remove',
  rules: 'Or drop it here. {{accept}}, up to {{max}} MB.',
  percent: 'Uploading, {{percent}} %',
  progress: 'Upload of {{label}}',
  sending: 'Uploading {{name}}',
  done: 'Uploaded',
  removed: 'Removed',
  cancelled: 'Cancelled',
  picture: 'Current picture: {{label}}',
  elsewhere: 'Only uploaded pictures are shown. This address stays stored, but visitors do not see it:',
} as const

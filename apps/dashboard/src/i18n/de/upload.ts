export const upload = {
  choose: 'Bild hochladen',
  replace: 'Ersetzen',
  remove: 'Entfernen',
  rules: 'Oder hier ablegen. {{accept}}, bis {{max}} MB.',
  percent: 'Wird hochgeladen, {{percent}} %',
  progress: 'Upload von {{label}}',
  sending: '{{name}} wird hochgeladen',
  done: 'Hochgeladen',
  removed: 'Entfernt',
  cancelled: 'Abgebrochen',
  picture: 'Aktuelles Bild: {{label}}',
  elsewhere: 'Nur hochgeladene Bilder werden gezeigt. Diese Adresse bleibt gespeichert, aber Besucher sehen sie nicht:',
} as const

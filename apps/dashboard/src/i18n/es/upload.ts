export const upload = {
  choose: 'Subir una imagen',
  replace: 'Reemplazar',
  remove: 'Quitar',
  rules: 'O suéltala aquí. {{accept}}, hasta {{max}} MB.',
  percent: 'Subiendo, {{percent}} %',
  progress: 'Subida de {{label}}',
  sending: 'Subiendo {{name}}',
  done: 'Subida completa',
  removed: 'Se quitó',
  cancelled: 'Cancelado',
  picture: 'Imagen actual: {{label}}',
  elsewhere: 'Solo se muestran imágenes subidas. Esta dirección sigue guardada, pero los visitantes no la ven:',
} as const

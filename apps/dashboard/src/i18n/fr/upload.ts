export const upload = {
  choose: 'Envoyer une image',
  replace: 'Remplacer',
  remove: 'Retirer',
  rules: 'Ou déposez-la ici. {{accept}}, {{max}} Mo au plus.',
  percent: 'Envoi, {{percent}} %',
  progress: 'Envoi de {{label}}',
  sending: 'Envoi de {{name}}',
  done: 'Envoyée',
  removed: 'Retirée',
  cancelled: 'Annulé',
  picture: 'Image actuelle : {{label}}',
  elsewhere:
    'Seules les images envoyées sont affichées. Cette adresse reste enregistrée, mais les visiteurs ne la voient pas :',
} as const

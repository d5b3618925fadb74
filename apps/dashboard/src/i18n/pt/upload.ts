export const upload = {
  choose: 'Enviar uma imagem',
  replace: 'Substituir',
  remove: 'Remover',
  rules: 'Ou solte-a aqui. {{accept}}, até {{max}} MB.',
  percent: 'Enviando, {{percent}}%',
  progress: 'Envio de {{label}}',
  sending: 'Enviando {{name}}',
  done: 'Enviada',
  removed: 'Removida',
  cancelled: 'Cancelado',
  picture: 'Imagem atual: {{label}}',
  elsewhere: 'Só imagens enviadas são mostradas. Este endereço continua guardado, mas os visitantes não o veem:',
} as const

// What mails say in Brazilian Portuguese, with «você».
import { formFor, numberIn } from '../locale.ts'
import { PRODUCT } from '../product.ts'
import type { MailTexts } from './en.ts'

const PASSWORD = 'defina uma nova senha imediatamente: isso encerra a sessão de todas as outras pessoas'
const IGNORE = 'Se não foi você, pode ignorar este e-mail.'

export const pt: MailTexts = {
  letter: {
    sentBy: `Enviado por ${PRODUCT}.`,
    noButton: 'Se o botão não funcionar, abra este endereço:',
    colon: ':',
  },
  verification: {
    subject: 'Confirme seu endereço de e-mail',
    welcome: `Boas-vindas ao ${PRODUCT}.`,
    text: 'Confirme que este endereço de e-mail é seu. O link funciona por 24 horas.',
    button: 'Confirmar endereço de e-mail',
    ignore: 'Se você não criou uma conta, pode ignorar este e-mail.',
    why: 'Você recebeu este e-mail porque uma conta foi criada com este endereço.',
  },
  reset: {
    subject: 'Defina uma nova senha',
    text: `Alguém pediu uma nova senha para sua conta do ${PRODUCT}. O link funciona uma vez, por 15 minutos.`,
    button: 'Definir nova senha',
    ignore: 'Se não foi você, pode ignorar este e-mail: sua senha continua como está.',
    why: 'Você recebeu este e-mail porque uma nova senha foi pedida com este endereço.',
  },
  addressChange: {
    subject: 'Confirme seu novo endereço de e-mail',
    text: `Alguém quer entrar na própria conta do ${PRODUCT} com este endereço a partir de agora. O link funciona uma vez, por 24 horas.`,
    button: 'Usar este endereço',
    ignore: IGNORE,
    why: 'Você recebeu este e-mail porque este endereço foi informado para uma conta.',
  },
  addressNotice: {
    subject: 'Foi pedida a troca do seu endereço de e-mail',
    text: `Sua conta do ${PRODUCT} deve passar a ter outro endereço de e-mail. Ele muda assim que o link enviado para lá for aberto.`,
    newAddress: 'Novo endereço',
    undo: 'Se não foi você, defina agora uma nova senha: assim o link enviado para lá deixa de valer.',
    button: 'Abrir sua conta',
    why: 'Você recebeu este e-mail porque este é o endereço da conta.',
  },
  invitation: {
    somebody: 'Alguém',
    subject: ({ inviter, workspace }) => `${inviter} convidou você para ${workspace}`,
    text: ({ inviter, workspace }) =>
      `${inviter} quer trabalhar com você no workspace ${workspace} no ${PRODUCT}. Abra o link para começar: ele cria uma conta ou entra com este endereço de e-mail e funciona uma vez, por 7 dias.`,
    workspace: 'Workspace',
    role: 'Seu papel',
    roles: {
      viewer: 'Leitor – vê tudo',
      editor: 'Editor – cria agentes e responde a visitantes',
      admin: 'Admin – também gerencia membros, chaves e o próprio workspace',
    },
    region: 'Região',
    regions: { eu: 'Europa (Frankfurt)', na: 'América do Norte (Virgínia)' },
    button: 'Abrir o workspace',
    ignore: ({ inviter }) => `Se você não conhece ${inviter}, pode ignorar este e-mail.`,
    why: 'Você recebeu este e-mail porque alguém informou este endereço como membro de um workspace.',
  },
  client: {
    invitationSubject: ({ agency }) => `Seu acesso a ${agency}`,
    invitation: ({ agency, org }) =>
      `${agency} criou uma conta para você em ${org}. Escolha uma senha para entrar. O link funciona uma única vez, por três dias.`,
    invitationByCode: ({ agency, org }) =>
      `${agency} criou uma conta para você em ${org}. Para entrar, digite este e-mail e enviaremos um código.`,
    setPassword: 'Definir senha',
    signIn: 'Entrar',
    invitationWhy: 'Você recebeu este e-mail porque a sua agência adicionou este endereço.',
    codeSubject: ({ code }) => `${code} é o seu código de acesso`,
    code: ({ agency }) => `Digite este código para entrar em ${agency}. Ele vale por 10 minutos.`,
    codeLabel: 'Código',
    codeWhy: 'Alguém pediu um código de acesso para este endereço. Se não foi você, ignore este e-mail.',
    notificationOpen: 'Ver conversa',
    notificationWhy:
      'Você recebe este e-mail por causa das suas configurações de notificação. Altere-as no sino do painel.',
  },
  eventFailures: {
    subject: ({ count, workspace }) =>
      formFor('pt', count, {
        one: `Um evento de ${workspace} não pôde ser entregue`,
        other: `${numberIn('pt', count)} eventos de ${workspace} não puderam ser entregues`,
      }),
    text: ({ count, workspace }) =>
      `O endpoint do workspace ${workspace} não aceitou ${formFor('pt', count, { one: 'este evento', other: 'estes eventos' })}. O que ainda precisa de nova tentativa é tentado de novo.`,
    endpoint: 'Endpoint',
    tried: ({ count }) => formFor('pt', count, { one: 'uma tentativa', other: `${numberIn('pt', count)} tentativas` }),
    more: ({ count }) => `E mais ${numberIn('pt', count)}.`,
    button: 'Ver as entregas',
    why: ({ workspace }) =>
      `Você recebeu este e-mail porque é membro do workspace ${workspace}, que envia eventos para um endpoint.`,
  },
  workspaceLog: {
    subject: ({ workspace, type }) => `Novo registro no log de ${workspace}: ${type}`,
    text: 'Uma integração escreveu isto no log do seu workspace.',
    type: 'Tipo',
    workspace: 'Workspace',
    agent: 'Agente',
    channel: 'Canal',
    button: 'Abrir o workspace',
    why: ({ workspace }) => `Você recebeu este e-mail porque é membro do workspace ${workspace}.`,
  },
  notice: {
    subject: ({ workspace }) => `Uma mensagem de ${workspace}`,
    why: ({ workspace }) =>
      `Você recebeu este e-mail porque o workspace ${workspace} o enviou a este endereço pelo ${PRODUCT}. Se você não o conhece, pode ignorar este e-mail.`,
  },
  accountDeleted: {
    subject: 'Sua conta foi excluída',
    text: ({ time }) =>
      `Sua conta do ${PRODUCT} foi excluída em ${time}, com os workspaces que eram seus e tudo o que havia neles. Isso não pode ser desfeito.`,
    after:
      'Os backups ainda a guardam até expirarem. Este é o último e-mail que enviamos para este endereço, a menos que você crie outra conta.',
    why: 'Você recebeu este e-mail porque este era o endereço da conta.',
  },
  exportReady: {
    subject: 'Seus dados estão prontos para download',
    text: `A exportação dos seus dados do ${PRODUCT} que você pediu está pronta.`,
    button: 'Baixar seus dados',
    until: ({ time }) =>
      `Ela pode ser baixada até ${time} e depois é excluída. Contém dados pessoais: guarde-a em um lugar seguro.`,
    why: 'Você recebeu este e-mail porque uma exportação desta conta foi pedida.',
  },
  facts: {
    time: 'Horário',
    device: 'Dispositivo',
    network: 'Rede',
    country: 'País',
    deviceName: ({ browser, platform }) => `${browser} no ${platform}`,
  },
  security: {
    nothingToDo: ({ undo }) => `Se foi você, não há nada a fazer. Se não foi, ${undo}.`,
    look: 'Ver suas configurações de segurança',
    signIn: 'Entrar',
    why: 'Você recebeu este e-mail para manter sua conta segura.',
  },
  news: {
    'passkey-added': {
      subject: 'Uma chave de acesso foi adicionada à sua conta',
      text: `A partir de agora, uma nova chave de acesso entra na sua conta do ${PRODUCT} sem a senha.`,
      undo: `${PASSWORD}. Depois remova a chave de acesso`,
    },
    'passkey-removed': {
      subject: 'Uma chave de acesso da sua conta foi removida',
      text: `Uma chave de acesso não pode mais entrar na sua conta do ${PRODUCT}.`,
      undo: PASSWORD,
    },
    'factor-on': {
      subject: 'O segundo fator da sua conta está ativado',
      text: `Sua conta do ${PRODUCT} agora pede um código de um app autenticador depois da senha.`,
      undo: `${PASSWORD}. Depois avise quem administra esta instalação, que pode remover o segundo fator`,
    },
    'factor-off': {
      subject: 'O segundo fator da sua conta está desativado',
      text: `Sua conta do ${PRODUCT} não pede mais um código: a senha basta para entrar.`,
      undo: `${PASSWORD}. Depois ative o segundo fator de novo`,
    },
    'codes-renewed': {
      subject: 'Seus códigos de recuperação foram refeitos',
      text: `Sua conta do ${PRODUCT} tem novos códigos de recuperação. Os antigos não funcionam mais.`,
      undo: `${PASSWORD}. Depois crie novos códigos de recuperação`,
    },
    'code-used': {
      subject: 'Um código de recuperação da sua conta foi usado',
      text: `Alguém entrou na sua conta do ${PRODUCT} com um código de recuperação em vez do app autenticador.`,
      undo: `${PASSWORD}. Depois crie novos códigos de recuperação`,
    },
    'provider-linked': {
      subject: ({ name }) => `${name} foi conectado à sua conta`,
      text: ({ name }) => `A partir de agora, uma conta em ${name} entra na sua conta do ${PRODUCT}.`,
      undo: ({ name }) => `${PASSWORD}. Depois desconecte ${name}`,
    },
    'provider-unlinked': {
      subject: ({ name }) => `${name} foi desconectado da sua conta`,
      text: ({ name }) => `Ninguém mais entra na sua conta do ${PRODUCT} por ${name}.`,
      undo: PASSWORD,
    },
    'password-changed': {
      subject: 'Sua senha foi alterada',
      text: `A senha da sua conta do ${PRODUCT} foi alterada, e a sessão foi encerrada em todos os outros dispositivos.`,
      undo: 'defina uma nova com “Esqueceu a senha?” na página de entrada, que passa por esta caixa de e-mail',
    },
    'passwords-guessed': {
      subject: 'Alguém tentou entrar com senhas erradas',
      text: `Alguém tentou várias vezes entrar na sua conta do ${PRODUCT} com senhas erradas. Ninguém entrou assim. Novas tentativas de dispositivos desconhecidos agora precisam esperar; você pode entrar de um dispositivo que já usou ou definir uma nova senha por e-mail.`,
      undo: 'escolha uma senha longa que você não use em nenhum outro lugar e ative a autenticação de dois fatores',
    },
    'password-reset': {
      subject: 'Uma nova senha foi definida',
      text: `Uma nova senha foi definida para sua conta do ${PRODUCT} por um link enviado a esta caixa de e-mail, e a sessão foi encerrada em todos os dispositivos.`,
      undo: 'outra pessoa lê esta caixa de e-mail: proteja-a primeiro e depois defina aqui uma nova senha',
    },
    'sessions-ended': {
      subject: 'A sessão foi encerrada em todos os outros dispositivos',
      text: `Todos os outros navegadores e programas que estavam na sua conta do ${PRODUCT} precisam entrar de novo.`,
      undo: PASSWORD,
    },
    'factors-reset': {
      subject: 'Seu segundo fator e suas chaves de acesso foram removidos',
      text: `Quem administra esta instalação removeu o segundo fator e todas as chaves de acesso da sua conta do ${PRODUCT}, como se faz para quem os perdeu, e encerrou a sessão em todos os dispositivos. A senha continua a mesma. Configure de novo um segundo fator depois de entrar.`,
      undo: 'avise quem administra esta instalação e defina uma nova senha',
    },
    'address-left': {
      subject: 'Sua conta tem outro endereço de e-mail',
      text: `Sua conta do ${PRODUCT} passou deste endereço para outro. A partir de agora é com o novo que se entra, e os e-mails vão para lá. Este endereço não tem mais nada a ver com a conta.`,
      undo: 'escreva imediatamente para quem administra esta instalação',
    },
    'address-taken': {
      subject: 'Este agora é o endereço da sua conta',
      text: `Sua conta do ${PRODUCT} passou para este endereço. A partir de agora você entra com ele, e nossos e-mails chegam aqui.`,
      undo: 'entre, defina uma nova senha e volte ao endereço anterior',
    },
  },
  newsFacts: {
    passkey: 'Chave de acesso',
    codesLeft: 'Códigos restantes',
    noneLeft: 'Nenhum: crie novos',
    before: 'Antes',
    now: 'Agora',
  },
  signIn: {
    subject: 'Nova entrada na sua conta',
    text: `Alguém entrou na sua conta do ${PRODUCT} de um navegador ou de uma rede que ainda não conhecíamos.`,
    method: 'Entrou com',
    methods: {
      password: 'Senha',
      code: 'Código do app autenticador',
      recovery: 'Código de recuperação',
      passkey: 'Chave de acesso',
      provider: 'Outro provedor',
    },
    undo: 'Se foi você, não há nada a fazer. Se não foi, encerre a sessão desse dispositivo e defina uma nova senha.',
    button: 'Ver seus dispositivos',
  },
  notification: {
    visitor: 'Um visitante',
    title: {
      handoff: ({ visitor }) => `${visitor} quer falar com uma pessoa`,
      new: ({ visitor }) => `Nova conversa com ${visitor}`,
      message: ({ visitor }) => `${visitor} respondeu`,
      lead: ({ visitor }) => `Novo lead: ${visitor}`,
      assigned: ({ person }) => `${person} atribuiu uma conversa a você`,
    },
    body: {
      handoff: ({ agent }) => `Aguardando em ${agent}.`,
      new: ({ agent }) => `Em ${agent}.`,
      message: ({ agent }) => `Em ${agent}.`,
      lead: ({ agent }) => `Captado por ${agent}.`,
      assigned: ({ visitor, agent }) => `${visitor} em ${agent}.`,
    },
  },
  transcript: {
    you: 'Você',
    team: 'Equipe',
    chat: 'Chat',
    subject: ({ name }) => `Seu chat com ${name}`,
    preview: ({ name }) => `O que foi dito no seu chat com ${name}`,
    notices: {
      'handoff-asked': 'Foi pedido o atendimento de uma pessoa.',
      'handoff-cancelled': 'A conversa continua com o agente.',
      'message-left': 'Uma mensagem foi deixada.',
      'human-joined': 'Alguém entrou no chat.',
      'human-left': 'O assistente volta a responder.',
    },
    why: 'Este e-mail foi enviado uma única vez, porque alguém informou este endereço no chat. Se não foi você, pode ignorá-lo.',
  },
}

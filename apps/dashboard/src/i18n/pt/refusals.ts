import type { Refusal } from '../en/refusals.ts'

export const refusals: Readonly<Record<Refusal, string>> = {
  'Some of the input is not valid.': 'Parte dos dados não é válida.',
  'This link is not valid any more. Request a new one.': 'Este link não é mais válido. Peça um novo.',
  'Sign in, or send a valid bearer token.': 'Entre ou envie um token Bearer válido.',
  'The e-mail address or the password is not right.': 'O endereço de e-mail ou a senha está incorreto.',
  'Too many wrong passwords. Wait, or set a new password by e-mail.':
    'Muitas senhas erradas. Aguarde ou defina uma nova senha por e-mail.',
  'The workspace has no credits left for this.': 'O workspace não tem mais créditos para isso.',
  'Your role does not allow this.': 'Seu papel não permite isso.',
  'There is nothing here by this id.': 'Não há nada aqui com este ID.',
  'This conflicts with what is already there.': 'Isso entra em conflito com o que já existe.',
  'You have reached the maximum number of seats': 'Você atingiu o número máximo de vagas',
  'Someone saved a newer version meanwhile.': 'Enquanto isso, alguém salvou uma versão mais nova.',
  'The agent is still answering the previous message.': 'O agente ainda está respondendo à mensagem anterior.',
  'A different message was already sent with this id. Send this one with a new id.':
    'Outra mensagem já foi enviada com este ID. Envie esta com um novo ID.',
  'This idempotency key was already used for a different request. Use a new key.':
    'Esta chave de idempotência já foi usada em outra solicitação. Use uma chave nova.',
  'The first request with this idempotency key is still running.':
    'A primeira solicitação com esta chave de idempotência ainda está em andamento.',
  'The first request with this idempotency key was completed, but its answer could not be kept.':
    'A primeira solicitação com esta chave de idempotência foi concluída, mas a resposta não pôde ser guardada.',
  'There is already an account with this e-mail address. Sign in instead.':
    'Já existe uma conta com este endereço de e-mail. Entre nela.',
  'The request is larger than this call accepts.': 'A requisição é maior do que esta chamada aceita.',
  'This host does not serve that region.': 'Este host não atende essa região.',
  'Too many requests. Wait a moment and try again.': 'Requisições demais. Espere um momento e tente de novo.',
  'This agent has reached its limit for this month.': 'Este agente atingiu o limite deste mês.',
  'Something went wrong on our side. Try again, and quote the request id if it happens again.':
    'Algo deu errado do nosso lado. Tente de novo e, se acontecer outra vez, informe o ID da requisição.',
  'The language model could not be reached. Try again in a moment.':
    'Não foi possível acessar o modelo de linguagem. Tente de novo daqui a pouco.',
  'The other service could not be reached or refused the call.':
    'O outro serviço não pôde ser acessado ou recusou a chamada.',
  'The service is busy or restarting. Try again in a moment.':
    'O serviço está ocupado ou reiniciando. Tente de novo daqui a pouco.',
  'The request took too long to arrive.': 'A requisição demorou demais para chegar.',
  'There is no such call. The list is at /api/docs.': 'Essa chamada não existe. A lista está em /api/docs.',
  'This address has expired. Open the conversation again to get a new one.':
    'Este endereço expirou. Abra a conversa de novo para obter outro.',
  'This address has expired. Get a new one.': 'Este endereço expirou. Obtenha outro.',
  'You have no personal workspace in this region.': 'Você não tem um workspace pessoal nesta região.',
  'The file is larger than {max} MB.': 'O arquivo tem mais de {max} MB.',
  'Max size: {max} MBs': 'Tamanho máximo: {max} MB',
  'The file ended before all of it had come.': 'O arquivo terminou antes de chegar por inteiro.',
  'This request came from another site.': 'Esta requisição veio de outro site.',
  'The request ended before its body did.': 'A requisição terminou antes do conteúdo.',
  'The request is larger than the {max} KB this call accepts.':
    'A requisição passa dos {max} KB que esta chamada aceita.',
  'The body is not valid JSON in UTF-8.': 'O conteúdo não é JSON válido em UTF-8.',
  'The body is too complex: it holds more than 200,000 values.':
    'O conteúdo é complexo demais: tem mais de 200.000 valores.',
  'The body is nested too deeply.': 'O conteúdo tem níveis demais.',
  'An object in the body has more than 10,000 entries.': 'Um objeto do conteúdo tem mais de 10.000 entradas.',
  'The key {key} is not allowed.': 'A chave {key} não é permitida.',
  'Text must not contain the NUL character.': 'O texto não pode conter o caractere NUL.',
  'Text must be well-formed Unicode.': 'O texto precisa ser Unicode válido.',
  'The server is restarting. Try again in a moment.': 'O servidor está reiniciando. Tente de novo daqui a pouco.',
  '{key} is too long.': '{key} é longo demais.',
  'Too many streams are open at once. Close some of them first.':
    'Há fluxos demais abertos ao mesmo tempo. Feche alguns primeiro.',
  'This page is not valid any more. Start again from the first one.':
    'Esta página não é mais válida. Recomece pela primeira.',
  'The cursor is not one of this list. Start from the first page.':
    'Essa posição não é desta lista. Comece pela primeira página.',
  'The cursor is not valid.': 'Essa posição da lista não é válida.',
  'The base URL must begin with https:// or http://.': 'A URL base precisa começar com https:// ou http://.',
  'This address lies inside the network of this installation. Its operator can allow it with OUTBOUND_ALLOW.':
    'Este endereço fica dentro da rede desta instalação. Quem a opera pode liberá-lo com OUTBOUND_ALLOW.',
  'No key of this provider is stored.': 'Nenhuma chave deste provedor está guardada.',
  'A workspace has at most {max} API keys. Revoke one that nobody uses.':
    'Um workspace tem no máximo {max} chaves de API. Revogue uma que ninguém usa.',
  'API keys do not open this call.': 'Chaves de API não dão acesso a esta chamada.',
  'Mails go to members who have joined the workspace, and to nobody else.':
    'Os e-mails vão só para membros que entraram no workspace.',
  'This workspace sent as many mails as it may.': 'Este workspace já enviou todos os e-mails que pode.',
  'The mail could not be sent. Try again in a few minutes.':
    'Não foi possível enviar o e-mail. Tente de novo em alguns minutos.',
  'The mail could not be sent. Try again in a moment.':
    'Não foi possível enviar o e-mail. Tente de novo daqui a pouco.',
  'You own {max} workspaces in this region, which is as many as there may be.':
    'Você já tem {max} workspaces nesta região, que é o máximo.',
  'Confirm your e-mail address first.': 'Confirme antes seu endereço de e-mail.',
  'The owner of a workspace stays its owner.': 'O proprietário de um workspace continua sendo o proprietário.',
  'You cannot change your own role.': 'Você não pode mudar seu próprio papel.',
  'The personal workspace stays as long as the account.': 'O workspace pessoal dura tanto quanto a conta.',
  'Failed to add user to workspace, workspace does not have enough seats':
    'Não foi possível adicionar: o workspace não tem vagas suficientes',
  "You can't invite yourself lol": 'Não dá para convidar a si mesmo, rs',
  'You cannot remove yourself from the workspace.': 'Você não pode remover a si mesmo do workspace.',
  '{email} belongs to this workspace already.': '{email} já faz parte deste workspace.',
  '{email} has joined already.': '{email} já entrou.',
  'A workspace belongs to its owner. Delete it instead.':
    'Um workspace pertence ao proprietário. Exclua-o em vez disso.',
  'Please enter a workspace name.': 'Digite um nome para o workspace.',
  'Please enter the address of the server.': 'Digite o endereço do servidor.',
  'Please enter the key that belongs to this address.': 'Digite a chave que pertence a este endereço.',
  'Choose at least one scope.': 'Escolha pelo menos um escopo.',
  'This is no scope of an API key.': 'Isso não é um escopo de chave de API.',
  'A logo has to be uploaded to this workspace first.': 'Primeiro é preciso enviar o logotipo para este workspace.',
  'There is no room for more files now.': 'Não há espaço para mais arquivos agora.',
  'The files of a workspace may take {size}. Delete agents, documents or conversations whose files nobody needs any more.':
    'Os arquivos de um workspace podem ocupar {size}. Exclua agentes, documentos ou conversas cujos arquivos ninguém mais precisa.',
  'This workspace uploaded {max} files within a day. Try again tomorrow.':
    'Este workspace enviou {max} arquivos em um dia. Tente de novo amanhã.',
  'You can send {max} files a day. Try again tomorrow.':
    'Você pode enviar {max} arquivos por dia. Tente de novo amanhã.',
  'Pictures may have up to {max} pixels a side.': 'As imagens podem ter até {max} pixels de lado.',
  'This .{ending} file holds {content}.': 'Este arquivo .{ending} contém {content}.',
  'a PNG picture': 'uma imagem PNG',
  'a JPEG picture': 'uma imagem JPEG',
  'a WebP picture': 'uma imagem WebP',
  'a GIF picture': 'uma imagem GIF',
  'a PDF document': 'um documento PDF',
  'a Word document': 'um documento do Word',
  'an Excel workbook': 'uma pasta de trabalho do Excel',
  'plain text': 'texto simples',
  'a HEIC photo': 'uma foto HEIC',
  'an AVIF picture': 'uma imagem AVIF',
  'a TIFF picture': 'uma imagem TIFF',
  'a BMP picture': 'uma imagem BMP',
  'a video': 'um vídeo',
  'a recording': 'uma gravação de som',
  'a Photoshop file': 'um arquivo do Photoshop',
  'a program': 'um programa',
  'a ZIP archive': 'um arquivo ZIP',
  'a document with macros': 'um documento com macros',
  'a document of an old version of Office': 'um documento de uma versão antiga do Office',
  'an RTF document': 'um documento RTF',
  'an SVG drawing': 'um desenho SVG',
  'an HTML page': 'uma página HTML',
  'text that is not in UTF-8': 'texto que não está em UTF-8',
  'nothing at all': 'absolutamente nada',
  'something else than its name says': 'algo diferente do que diz seu nome',
  'The picture can’t be read. Save it anew and try again.':
    'Não é possível ler a imagem. Salve-a outra vez e tente de novo.',
  'An animation may have up to {max} pictures.': 'Uma animação pode ter até {max} imagens.',
  'The picture has too many pixels. Make it smaller and try again.':
    'A imagem tem pixels demais. Diminua-a e tente de novo.',
  'Files can’t be reached now. Try again in a moment.':
    'Os arquivos não estão acessíveis agora. Tente de novo daqui a pouco.',
  'Please enter a valid email': 'Digite um e-mail válido',
  'This address takes no mail. Check how it is written.': 'Este endereço não aceita e-mail. Confira como foi escrito.',
  'Use at least {min} characters.': 'Use pelo menos {min} caracteres.',
  'The password is too long.': 'A senha é longa demais.',
  'The password is not right.': 'A senha está incorreta.',
  'The current password is not right.': 'A senha atual está incorreta.',
  'Type the e-mail address of this account.': 'Digite o endereço de e-mail desta conta.',
  'Other people belong to your workspaces. Say that these are to be deleted too.':
    'Outras pessoas fazem parte dos seus workspaces. Confirme que eles também devem ser excluídos.',
  'Something of a deleted account is still being deleted.': 'Algo de uma conta excluída ainda está sendo excluído.',
  'A workspace of a deleted account was made meanwhile.':
    'Enquanto isso, foi criado um workspace de uma conta excluída.',
  'This copy is not ready.': 'Esta cópia não está pronta.',
  'A copy of your data is being made already. Wait until it is ready.':
    'Uma cópia dos seus dados já está sendo feita. Espere ficar pronta.',
  '{max} copies can be made a day. Try again tomorrow.': 'Podem ser feitas {max} cópias por dia. Tente de novo amanhã.',
  'Another process is at this copy.': 'Outro processo já está trabalhando nesta cópia.',
  'This invitation does not work any more: it was used, taken back or replaced by a newer one, or it is older than 7 days.':
    'Este convite não funciona mais: foi usado, retirado ou trocado por um mais novo, ou tem mais de 7 dias.',
  'This invitation is for another e-mail address than the one of your account.':
    'Este convite é para outro endereço de e-mail que não o da sua conta.',
  'This sign-in has ended. Begin again.': 'Este acesso terminou. Comece de novo.',
  'Sign in with your password or a passkey first, then connect {name} under Account › Security.':
    'Entre primeiro com sua senha ou uma chave de acesso e conecte {name} em Conta › Segurança.',
  'This person of {name} is connected with another account.': 'Esta pessoa de {name} está conectada a outra conta.',
  'Set a password or add a passkey first: there would be no way to sign in.':
    'Primeiro defina uma senha ou adicione uma chave de acesso: senão não haveria como entrar.',
  'Sign out and in again to change this: it is a while since you did.':
    'Saia e entre de novo para mudar isto: faz tempo desde a última vez.',
  'This passkey was not accepted. Try again.': 'Esta chave de acesso não foi aceita. Tente de novo.',
  'This passkey is in use already, or there are {max} of them. Remove one first.':
    'Esta chave de acesso já está em uso, ou já há {max}. Remova uma primeiro.',
  'This address has an account already.': 'Este endereço já tem uma conta.',
  'This address has an account by now.': 'Este endereço agora já tem uma conta.',
  'Sign in to the account that is to have this address.': 'Entre na conta que deve ter este endereço.',
  'This link belongs to another account than the one you are signed in to.':
    'Este link pertence a outra conta que não a que está aberta.',
  'This code is not right, or it was used before.': 'Este código está incorreto ou já foi usado.',
  'Too many wrong codes. Try again in {minutes} min.': 'Códigos errados demais. Tente de novo em {minutes} min.',
  'The second factor is on already. Turn it off first.': 'O segundo fator já está ligado. Desligue-o primeiro.',
  'The sign-in with the other provider did not work. Begin again.':
    'O acesso pelo outro provedor não funcionou. Comece de novo.',
  '{name} could not be reached. Try again in a moment.':
    'Não foi possível acessar {name}. Tente de novo daqui a pouco.',
  'A copy of this account is still being packed.': 'Uma cópia desta conta ainda está sendo empacotada.',
  'This file holds {content}.': 'Este arquivo contém {content}.',
}

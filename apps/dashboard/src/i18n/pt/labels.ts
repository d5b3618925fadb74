import type { Label } from '../en/labels.ts'

export const labels: Readonly<Record<Label, string>> = {
  'Customer Support': 'Atendimento ao cliente',
  'Answers from your knowledge, solves problems step by step and hands hard cases to a person.':
    'Responde com seu conhecimento, resolve problemas passo a passo e passa casos difíceis a uma pessoa.',
  'Real Estate Agent': 'Corretor de imóveis',
  'Learns what people look for, suggests matching properties and arranges viewings.':
    'Descobre o que as pessoas procuram, sugere imóveis adequados e marca visitas.',
  'Health Care Agent': 'Recepção médica',
  'The front desk of a practice: information, appointment requests and call backs, no medical advice.':
    'A recepção de um consultório: informações, pedidos de consulta e retornos de ligação, sem orientação médica.',
  'Confirm Email': 'Confirmar e-mail',
  'Asks for an e-mail address, checks it, repeats it back and takes corrections.':
    'Pede um endereço de e-mail, confere, repete e aceita correções.',
  'Make Appointment': 'Marcar horário',
  'Collects name, date, time and e-mail, and has them confirmed before passing them on.':
    'Coleta nome, data, hora e e-mail, e pede confirmação antes de repassá-los.',
  'Blank Template': 'Template em branco',
  'One start step and a short prompt: build your own from here.':
    'Uma etapa inicial e um prompt curto: monte o seu a partir daqui.',
  'Game NPC': 'NPC de jogo',
  'An innkeeper with moods, rumours and a secret: a character for games and stories.':
    'Um estalajadeiro com humores, boatos e um segredo: um personagem para jogos e histórias.',
  'Europe (Frankfurt)': 'Europa (Frankfurt)',
  'North America (Virginia)': 'América do Norte (Virgínia)',
  'Workspace key': 'Chave do workspace',
  'Agency key': 'Chave da agência',
  'Agent key': 'Chave do agente',
  'The CSS is longer than 50,000 characters.': 'O CSS passa de 50.000 caracteres.',
  'Brackets stand more than {max} deep within each other.': 'Os parênteses estão aninhados em mais de {max} níveis.',
  'This can’t be read: {message}.': 'Isto não pode ser lido: {message}.',
  'The CSS holds the end of an HTML element.': 'O CSS contém o fim de um elemento HTML.',
  'This can’t stand here.': 'Isto não pode ficar aqui.',
  'Rules stand at most {max} deep within each other.': 'As regras se aninham em no máximo {max} níveis.',
  '@{name} is not used here.': '@{name} não é usado aqui.',
  'There are more than {selectors} selectors or {declarations} declarations: the rest goes.':
    'Há mais de {selectors} seletores ou {declarations} declarações: o resto é descartado.',
  'A step is from, to or a percentage.': 'Um passo é from, to ou uma porcentagem.',
  '«{property}» is no name of a property.': '“{property}” não é um nome de propriedade.',
  '{name} is not used here: it can run scripts.': '{name} não é usado aqui: pode executar scripts.',
  '!{word} means nothing; !important does.': '!{word} não significa nada; !important, sim.',
  'This value can’t be read.': 'Este valor não pode ser lido.',
  'z-index is a whole number up to {max} here: nothing may lie over consent and branding.':
    'z-index aqui é um inteiro até {max}: nada pode cobrir o consentimento e a marca.',
  '«{property}» is a property we do not know. Is it spelled right?':
    'Não conhecemos a propriedade “{property}”. Está escrita certo?',
  '«{value}» is no value of {name} that we know.': '“{value}” não é um valor de {name} que conhecemos.',
  'A selector begins with what it names.': 'Um seletor começa pelo que nomeia.',
  'What stands beside the chat can’t be changed, only what is in it.':
    'O que fica ao lado do chat não pode ser mudado, só o que está nele.',
  'A selector has at most {max} characters.': 'Um seletor tem no máximo {max} caracteres.',
  'A bracket is not closed.': 'Um parêntese não está fechado.',
  'Escapes with \\ work inside quotes only.': 'Escapes com \\ só funcionam entre aspas.',
  '{name}() is not used here: only functions that can’t fetch anything are.':
    '{name}() não é usado aqui: só funções que não possam carregar nada.',
  'Only pictures uploaded here (/media/…) and data:image (PNG, JPEG, GIF, WebP, AVIF) can be loaded, so that visitors are not tracked.':
    'Só imagens enviadas aqui (/media/…) e data:image (PNG, JPEG, GIF, WebP, AVIF) podem ser carregadas, para que visitantes não sejam rastreados.',
  'This is required.': 'Este campo é obrigatório.',
  'Enter a valid e-mail address.': 'Digite um endereço de e-mail válido.',
  'Enter a valid web address.': 'Digite um endereço da web válido.',
  'Enter a valid phone number.': 'Digite um número de telefone válido.',
  'Enter a number.': 'Digite um número.',
  'Enter {limit} or more.': 'Digite {limit} ou mais.',
  'Enter {limit} or less.': 'Digite {limit} ou menos.',
  'Enter at least {limit} characters.': 'Digite pelo menos {limit} caracteres.',
  'Enter at most {limit} characters.': 'Digite no máximo {limit} caracteres.',
  'Enter a valid date.': 'Digite uma data válida.',
  'Enter a valid time.': 'Digite um horário válido.',
  'Choose one of the options.': 'Escolha uma das opções.',
  'Upload a file.': 'Envie um arquivo.',
  'Monthly free credits': 'Créditos grátis do mês',
  'Knowledge: {name}': 'Conhecimento: {name}',
  'Crawler: {name}': 'Páginas do Crawler: {name}',
  'Page: {name}': 'Página: {name}',
  'Comparison of passages': 'Comparação de trechos',
  'Interrupted answer': 'Resposta interrompida',
  'Granted by the operator': 'Concedidos pelo operador',
  'Visitor {code}': 'Visitante {code}',
  'Suggestions for an agent': 'Sugestões para um agente',
  'Improvement of a prompt': 'Melhoria de um prompt',
}

import type { Loss } from '../en/losses.ts'

export const losses: Readonly<Record<Loss, string>> = {
  'The picture is sent as a link.': 'A imagem é enviada como link.',
  'Of the picture only its description is said.': 'Da imagem só a descrição é dita.',
  'Tables are shown as plain text.': 'Tabelas aparecem como texto simples.',
  'Formatting and addresses are not said.': 'Formatação e endereços não são ditos.',
  'Formatting is left out.': 'A formatação fica de fora.',
  'The text is sent as {count} messages.': 'O texto é enviado em {count} mensagens.',
  'Buttons that open an address become links in the text.': 'Botões que abrem um endereço viram links no texto.',
  'The options become a numbered list.': 'As opções viram uma lista numerada.',
  'Only {max} options fit: they become a numbered list.': 'Só cabem {max} opções: elas viram uma lista numerada.',
  'Only {max} buttons fit: the options become a list to open.':
    'Só cabem {max} botões: as opções viram uma lista para abrir.',
  'Labels of more than {max} characters are shortened; the full ones stand above.':
    'Rótulos com mais de {max} caracteres são encurtados; os completos ficam acima.',
  'Addresses are not said.': 'Endereços não são ditos.',
  'Only the first {max} of {count} options are said at first.':
    'No começo só as primeiras {max} de {count} opções são ditas.',
  'The options are said instead of shown.': 'As opções são ditas em vez de mostradas.',
  'The card becomes text.': 'O cartão vira texto.',
  'The card is sent in parts: it holds less text or fewer buttons here.':
    'O cartão é enviado em partes: aqui ele comporta menos texto ou menos botões.',
  'Only the names of the cards are said.': 'Só os nomes dos cartões são ditos.',
  'The cards become a numbered list.': 'Os cartões viram uma lista numerada.',
  'Cards side by side must have a picture and the same kinds of buttons: they stand below each other.':
    'Cartões lado a lado precisam de imagem e dos mesmos tipos de botões: eles ficam um abaixo do outro.',
  'The cards stand below each other.': 'Os cartões ficam um abaixo do outro.',
  'The page is not shown; only its title is said.': 'A página não é mostrada; só o título é dito.',
  'The page becomes a link.': 'A página vira um link.',
  'The form is asked one question after the other.': 'O formulário é feito pergunta por pergunta.',
  'The field becomes a question.': 'O campo vira uma pergunta.',
  'A password would be typed in the open.': 'Uma senha seria digitada às claras.',
  'Visitors can’t send a file here.': 'Visitantes não podem enviar arquivos aqui.',
  'The file is not sent; only its name is said.': 'O arquivo não é enviado; só o nome é dito.',
  'The file becomes a link.': 'O arquivo vira um link.',
  'Only the first {max} of {count} items are shown.': 'Só os primeiros {max} de {count} itens são mostrados.',
  'Only the first {max} of {count} steps are read.': 'Só as primeiras {max} de {count} etapas são lidas.',
  'only the first {max} characters of the text are shown.': 'só os primeiros {max} caracteres do texto são mostrados.',
  'only the first {max} of {count} buttons are shown.': 'só os primeiros {max} de {count} botões são mostrados.',
  'only the first 10 of {count} cards are shown.': 'só os primeiros 10 de {count} cartões são mostrados.',
  '{count} items more than a message can hold are left out.':
    '{count} itens além do que cabe em uma mensagem ficam de fora.',
  'Voiceflow would speak again after a silence; visitors are not reminded here.':
    'O Voiceflow falaria de novo após um silêncio; aqui os visitantes não são lembrados.',
  'nothing leads on from «{name}»': 'nada leva adiante a partir de “{name}”',
  'the address {address} is neither of the agent, nor of a tool, nor of a passage; it is left out.':
    'o endereço {address} não é do agente, nem de uma ferramenta, nem de um trecho; fica de fora.',
}

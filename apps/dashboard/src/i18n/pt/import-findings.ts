import type { ImportFinding } from '../en/import-findings.ts'

export const importFindings: Readonly<Record<ImportFinding, string>> = {
  'The file': 'O arquivo',
  'And {count} more of the kind.': 'E mais {count} desse tipo.',
  'There is no file.': 'Não há arquivo.',
  'The file is not valid JSON.': 'O arquivo não é JSON válido.',
  'The file is not JSON.': 'O arquivo não é JSON.',
  'The file is larger than 5 MB.': 'O arquivo passa de 5 MB.',
  'The file is too complex: it holds more than 200,000 values.':
    'O arquivo é complexo demais: tem mais de 200.000 valores.',
  'The file holds a number that JSON does not know.': 'O arquivo contém um número que o JSON não conhece.',
  'A text in the file holds characters that are not valid Unicode text.':
    'Um texto do arquivo contém caracteres que não são Unicode válido.',
  'The file refers to itself in a circle.': 'O arquivo se refere a si mesmo em círculo.',
  'The file is nested too deeply.': 'O arquivo tem níveis demais.',
  'An object in the file has more than 10,000 entries.': 'Um objeto do arquivo tem mais de 10.000 entradas.',
  'The key {key} is not allowed in the file.': 'A chave {key} não é permitida no arquivo.',
  'The file could not be read. It is damaged, or not an export of an agent.':
    'Não foi possível ler o arquivo. Ele está danificado, ou não é a exportação de um agente.',
  'The file is neither an agent that was exported here, nor an export of Typebot or of Flowise.':
    'O arquivo não é um agente exportado aqui, nem uma exportação do Typebot ou do Flowise.',
  'An edge leads to a step that is not in the file.': 'Uma transição leva a uma etapa que não está no arquivo.',
  'The file does not make a valid agent. {field}: {reason}':
    'O arquivo não resulta em um agente válido. {field}: {reason}',
  'The file is not an agent that was exported here.': 'O arquivo não é um agente exportado aqui.',
  'The file is of version {version} of the format. Here version {known} can be read.':
    'O arquivo é da versão {version} do formato. Aqui se lê a versão {known}.',
  'The file holds no configuration.': 'O arquivo não contém configuração.',
  'The file is not a valid agent. {reason}': 'O arquivo não é um agente válido. {reason}',
  'A file carries no secrets. Enter it again.': 'Um arquivo não leva segredos. Digite-o de novo.',
  'This field is not known here.': 'Este campo não é conhecido aqui.',
  'Functions of another workspace are not in the file. Add them to the agent again.':
    'Funções de outro workspace não estão no arquivo. Adicione-as de novo ao agente.',
  'The agent uses this secret: it must be there under Credentials.':
    'O agente usa este segredo: ele precisa estar em Credenciais.',
  'The header {name} has no value in the file.': 'O cabeçalho {name} não tem valor no arquivo.',
  'The picture stays where the agent comes from. Upload it again.':
    'A imagem fica de onde o agente veio. Envie-a de novo.',
  'Round picture': 'Imagem redonda',
  'Header picture': 'Imagem do cabeçalho',
  'Background picture': 'Imagem de fundo',
  "The file has more than {max} steps: an agent can't have so many.":
    'O arquivo tem mais de {max} etapas: um agente não pode ter tantas.',
  'The file has more than {max} variables: an agent can’t have so many.':
    'O arquivo tem mais de {max} variáveis: um agente não pode ter tantas.',
  'The file has more than {max} {thing}s: an agent can’t have so many.':
    'O arquivo tem mais de {max} itens de um tipo: um agente não pode ter tantos.',
  'A text of {length} characters is cut to {max}.': 'Um texto de {length} caracteres é cortado em {max}.',
  'Only the first of several branches that run at once is kept.': 'De vários ramos simultâneos, só o primeiro fica.',
  'A node inside an iteration can’t be carried over.': 'Uma etapa dentro de uma iteração não pode ser trazida.',
  'Its JavaScript can’t be run.': 'O JavaScript não pode ser executado.',
  'Another flow can’t be run: import it as an agent of its own.':
    'Outro fluxo não pode ser executado: importe-o como um agente próprio.',
  'Steps can’t be repeated for every entry of a list.': 'Etapas não podem ser repetidas para cada item de uma lista.',
  'There is no step like {name}.': 'Não há etapa como {name}.',
  'The next step follows when the visitor has written again, not at once.':
    'A próxima etapa vem quando o visitante escrever de novo, não na hora.',
  'Tools are called without asking a person first.': 'As ferramentas são chamadas sem perguntar antes a uma pessoa.',
  'The documents of «{name}» are not in the file. Add them to the knowledge base.':
    'Os documentos de “{name}” não estão no arquivo. Adicione-os à base de conhecimento.',
  'The structured output: the step answers in words.': 'A saída estruturada: a etapa responde em palavras.',
  'The state {name} is not updated: values are not computed between steps.':
    'O estado {name} não é atualizado: valores não são calculados entre etapas.',
  'Built-in tools of the provider.': 'Ferramentas embutidas do provedor.',
  'A comparison that is not about a variable is decided by the model, by its words.':
    'Uma comparação que não é sobre uma variável é decidida pelo modelo, pelas palavras.',
  'The question is fixed: it is not written by a model.': 'A pergunta é fixa: não é escrita por um modelo.',
  'The visitor is asked: nobody else can be.': 'O visitante é perguntado: ninguém mais pode ser.',
  'Every step that speaks searches the knowledge base by itself.':
    'Cada etapa que fala busca sozinha na base de conhecimento.',
  'How often it loops is bounded by the limits of a turn.':
    'O número de repetições é limitado pelos limites de um turno.',
  'The chatflow has no chain and no agent that answers.': 'O chatflow não tem cadeia nem agente que responda.',
  'The knowledge base is searched without a tool.': 'A base de conhecimento é consultada sem ferramenta.',
  'Only the last part of the chain answers. The prompt of this one is kept as a note.':
    'Só a última parte da cadeia responde. O prompt desta fica como nota.',
  'Conversations are remembered without it.': 'As conversas são lembradas sem isso.',
  'Its documents are not in the file. Add them to the knowledge base.':
    'Os documentos não estão no arquivo. Adicione-os à base de conhecimento.',
  'There is no part like {name}.': 'Não há parte como {name}.',
  'The flow is begun by a visitor, not by a webhook.': 'O fluxo é iniciado por um visitante, não por um webhook.',
  '{{name}} is a Variable of Flowise: give it a value here.':
    '{{name}} é uma variável do Flowise: dê um valor a ela aqui.',
  'The placeholder {{{name}}} is told in words.': 'O marcador {{{name}}} é dito em palavras.',
  'The model {model} answers where a key for it is there.': 'O modelo {model} responde onde houver uma chave para ele.',
  'The model {model} of {provider} is replaced by the agent’s own.':
    'O modelo {model} de {provider} é trocado pelo do agente.',
  'The tool {name} does not exist here. A tool that calls an API can take its place.':
    'A ferramenta {name} não existe aqui. Uma que chame uma API pode ocupar o lugar dela.',
  'A raw body can’t be sent, only JSON.': 'Um conteúdo bruto não pode ser enviado, só JSON.',
  'The form is sent as JSON.': 'O formulário é enviado como JSON.',
  'The credential is not in the file. Add it to the tool.':
    'A credencial não está no arquivo. Adicione-a à ferramenta.',
  'The file has no nodes: it is not a Flowise export.': 'O arquivo não tem nós: não é uma exportação do Flowise.',
  'The flow has more than {max} nodes or edges.': 'O fluxo tem mais de {max} nós ou transições.',
  'No node of the file says what kind of Flowise node it is.':
    'Nenhum nó do arquivo diz que tipo de nó do Flowise ele é.',
  "Requests with the method {method} can't be made.": 'Requisições com o método {method} não podem ser feitas.',
  'The address of the request has more than {max} characters.':
    'O endereço da requisição tem mais de {max} caracteres.',
  'The address of the request is missing, or depends on a variable in its host.':
    'O endereço da requisição falta, ou o host depende de uma variável.',
  'The body is sent as JSON and not as {type}.': 'O conteúdo é enviado como JSON, e não como {type}.',
  'The header {key} holds a fixed value. Keep it under Credentials and name it in the tool.':
    'O cabeçalho {key} tem um valor fixo. Guarde-o em Credenciais e cite-o na ferramenta.',
  'The field {key} is too long and left out.': 'O campo {key} é longo demais e fica de fora.',
  'Fields after the {max}th are left out.': 'Campos depois do {max}º ficam de fora.',
  'The bubble has no address.': 'O balão não tem endereço.',
  'Shown as a link: it can’t be shown in the chat.': 'Mostrado como link: não pode ser mostrado no chat.',
  'Left out: the agent says its answer itself.': 'Deixado de fora: o agente dá a própria resposta.',
  'Payments can’t be taken in the chat.': 'Pagamentos não podem ser recebidos no chat.',
  'Only one date is asked for, not a range.': 'Só uma data é pedida, não um intervalo.',
  'The date is asked for without a time.': 'A data é pedida sem hora.',
  'The earliest and the latest date are not checked.': 'A data mais cedo e a mais tarde não são verificadas.',
  'Several answers at once are asked for in words, without buttons.':
    'Várias respostas de uma vez são pedidas em palavras, sem botões.',
  'This input is asked for as a text.': 'Esta entrada é pedida como texto.',
  'Buttons from a list in a variable can’t be made: the answer is asked for in words.':
    'Botões de uma lista em uma variável não podem ser feitos: a resposta é pedida em palavras.',
  'Buttons after the {max}th are left out.': 'Botões depois do {max}º ficam de fora.',
  'Buttons with a display condition are always shown.': 'Botões com condição de exibição são sempre mostrados.',
  'The file is kept with the conversation; its limits are those of this installation.':
    'O arquivo fica com a conversa; os limites são os desta instalação.',
  'The flow does not wait between messages.': 'O fluxo não espera entre mensagens.',
  'Scripts can’t be run.': 'Scripts não podem ser executados.',
  'Another Typebot can’t be entered: import it as an agent of its own.':
    'Não é possível entrar em outro Typebot: importe-o como um agente próprio.',
  'Google Sheets is not connected. A tool that calls an API can take its place.':
    'O Google Sheets não está conectado. Uma ferramenta que chame uma API pode ocupar o lugar.',
  'Google Analytics is not connected.': 'O Google Analytics não está conectado.',
  'No mail is sent from a flow.': 'Nenhum e-mail é enviado de um fluxo.',
  '{app} is not connected. A tool that calls its webhook can take its place.':
    '{app} não está conectado. Uma ferramenta que chame o webhook pode ocupar o lugar.',
  'Chatwoot is not connected. A hand-off step can take its place.':
    'O Chatwoot não está conectado. Uma etapa de transferência pode ocupar o lugar.',
  'Pixel is not connected.': 'O Pixel não está conectado.',
  'There is no step like this block.': 'Não há etapa como este bloco.',
  'A condition without a comparison or without a way on is left out.':
    'Uma condição sem comparação ou sem continuação fica de fora.',
  '{{name}} has this value from the start.': '{{name}} tem este valor desde o início.',
  '{{name}} is not set: values are not computed between steps. It was: {kind} {expression}':
    '{{name}} não é definida: valores não são calculados entre etapas. Era: {kind} {expression}',
  'The address of the redirect is missing or depends on a variable.':
    'O endereço do redirecionamento falta ou depende de uma variável.',
  'The page is not changed: the visitor gets a button that opens the address.':
    'A página não muda: o visitante recebe um botão que abre o endereço.',
  'The group to jump to is not in the file.': 'O grupo para onde pular não está no arquivo.',
  'Visitors are not divided: all take the way A.': 'Os visitantes não são divididos: todos seguem o caminho A.',
  'Only a body that is a JSON object can be carried over.': 'Só um conteúdo que seja um objeto JSON pode ser trazido.',
  'The value {path} of the answer is not kept.': 'O valor {path} da resposta não é guardado.',
  '«{task}» can’t be done here.': '“{task}” não pode ser feito aqui.',
  'The agent answers with its own model instead of {model}, and goes on after the visitor’s next message.':
    'O agente responde com o próprio modelo em vez de {model}, e continua depois da próxima mensagem do visitante.',
  'The agent answers with its own model, and goes on after the visitor’s next message.':
    'O agente responde com o próprio modelo, e continua depois da próxima mensagem do visitante.',
  'A list of values can’t be kept in a variable.': 'Uma lista de valores não pode ser guardada em uma variável.',
  'Inline code {{= … =}} can’t be run.': 'Código embutido {{= … =}} não pode ser executado.',
  'The variable {name} is not in the file.': 'A variável {name} não está no arquivo.',
  'A comparison without a variable or an operator is left out.':
    'Uma comparação sem variável ou sem operador fica de fora.',
  'A comparison with a pattern is not computed: the model decides by its words.':
    'Uma comparação com um padrão não é calculada: o modelo decide pelas palavras.',
  'The file has no groups: it is not a Typebot export.': 'O arquivo não tem grupos: não é uma exportação do Typebot.',
  'The file is of Typebot version {version}. Versions 3 to 6 can be read.':
    'O arquivo é da versão {version} do Typebot. São lidas as versões 3 a 6.',
  'The Typebot has more than {max} groups, blocks or edges.':
    'O Typebot tem mais de {max} grupos, blocos ou transições.',
  'The Typebot has no block that could be carried over.': 'O Typebot não tem bloco que possa ser trazido.',
  'Only the start event can be carried over.': 'Só o evento inicial pode ser trazido.',
  'Colours and fonts are set on the agent’s UI page.': 'Cores e fontes são definidas na página UI do agente.',
  'Typing emulation, metadata and security are not carried over.':
    'Simulação de digitação, metadados e segurança não são trazidos.',
  'The command is too long: it may have 200,000 characters.': 'O comando é longo demais: pode ter 200.000 caracteres.',
  'This is not a curl command: it begins with «curl».': 'Este não é um comando curl: ele começa com “curl”.',
  'The option «{option}» was not carried over.': 'A opção “{option}” não foi trazida.',
  'The command names no address.': 'O comando não indica endereço.',
  'Only the first address was carried over.': 'Só o primeiro endereço foi trazido.',
  'A tool calls addresses that begin with https:// or http:// only.':
    'Uma ferramenta só chama endereços que começam com https:// ou http://.',
  'The method «{method}» was not carried over.': 'O método “{method}” não foi trazido.',
  'The header «{name}» was not carried over.': 'O cabeçalho “{name}” não foi trazido.',
  'Store «Basic » and the base64 of user:password as the secret {name} under Credentials.':
    'Guarde “Basic ” e o base64 de usuário:senha como o segredo {name} em Credenciais.',
  'Store the value of «{key}» as the secret {name} under Credentials.':
    'Guarde o valor de “{key}” como o segredo {name} em Credenciais.',
  'Data from a file was not carried over.': 'Dados de um arquivo não foram trazidos.',
  'The body is neither a JSON object nor a form, so that it was not carried over.':
    'O conteúdo não é um objeto JSON nem um formulário, por isso não foi trazido.',
  '{name}: fields without a usable name were left out.': '{name}: campos sem nome utilizável ficaram de fora.',
  '{name}: only the first {max} of {count} fields were read.':
    '{name}: só os primeiros {max} de {count} campos foram lidos.',
  '{name} was left out: {reason}': '{name} ficou de fora: {reason}',
  'it is not a valid tool.': 'não é uma ferramenta válida.',
  "tools don't use this method.": 'ferramentas não usam este método.',
  'the document names no server with a full address for it.':
    'o documento não indica um servidor com endereço completo.',
  'a body of type {types} was left out: tools send JSON or forms.':
    'um conteúdo do tipo {types} ficou de fora: ferramentas enviam JSON ou formulários.',
  'how to sign in by «{name}» is not described.': 'como entrar por “{name}” não está descrito.',
  'store {reason} as the secret {name} under Credentials.': 'guarde {reason} como o segredo {name} em Credenciais.',
  'the API key': 'a chave de API',
  'the token': 'o token',
  'an access token (tools do not fetch one by themselves)': 'um token de acesso (ferramentas não buscam um sozinhas)',
  '«Basic » and the base64 of user:password': '“Basic ” e o base64 de usuário:senha',
  'signing in by «{name}» was left out.': 'o acesso por “{name}” ficou de fora.',
  'the parameter «{key}» in «{place}» was left out.': 'o parâmetro “{key}” em “{place}” ficou de fora.',
  "the header «{key}» was left out, because it can't be set.":
    'o cabeçalho “{key}” ficou de fora, porque não pode ser definido.',
  'This is not an OpenAPI document.': 'Este não é um documento OpenAPI.',
  'This is not an OpenAPI 3 document.': 'Este não é um documento OpenAPI 3.',
  'This is a Swagger 2.0 document. Convert it to OpenAPI 3 first, e.g. at editor.swagger.io.':
    'É um documento Swagger 2.0. Converta-o primeiro para OpenAPI 3, por exemplo em editor.swagger.io.',
  'The document describes no operation that a tool could call.':
    'O documento não descreve nenhuma operação que uma ferramenta possa chamar.',
  'Only the first {max} of {count} operations were read.': 'Só as primeiras {max} de {count} operações foram lidas.',
  'Webhooks were left out: a tool calls, it is not called.':
    'Webhooks ficaram de fora: uma ferramenta chama, não é chamada.',
  'A YAML document may have 1 MB. Convert it to JSON, which may have more.':
    'Um documento YAML pode ter 1 MB. Converta-o para JSON, que pode ter mais.',
  'This is not valid YAML or JSON: {message}': 'Isto não é YAML nem JSON válido: {message}',
  'It is not JSON.': 'Não é JSON.',
  'Its format is not {format}.': 'O formato não é {format}.',
}

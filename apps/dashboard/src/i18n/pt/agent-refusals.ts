import type { AgentRefusal } from '../en/agent-refusals.ts'

export const agentRefusals: Readonly<Record<AgentRefusal, string>> = {
  'Only {endings} Files': 'Só arquivos {endings}',
  'The owner of this agent is another workspace than yours.': 'Este agente pertence a outro workspace.',
  'Please provide a name for the agent.': 'Dê um nome ao agente.',
  'Please provide your Voiceflow dialogue API key and try again.':
    'Informe sua chave da API de diálogo do Voiceflow e tente de novo.',
  'Max chunk size must be greater than 1000': 'O tamanho máximo do trecho deve ser maior que 1000',
  'Enter an address that begins with https:// or http://.': 'Digite um endereço que comece com https:// ou http://.',
  'Please enter an address that begins with https:// or http://.':
    'Digite um endereço que comece com https:// ou http://.',
  'The options are too large.': 'As opções são grandes demais.',
  'The settings of the voice are too large.': 'As configurações da voz são grandes demais.',
  'Enter a domain like example.com or *.example.com, without https:// and path.':
    'Digite um domínio como example.com ou *.example.com, sem https:// e sem caminho.',
  'An agent has exactly one start node.': 'Um agente tem exatamente uma etapa inicial.',
  'Two nodes have the same id.': 'Duas etapas têm o mesmo ID.',
  'A variable name is letters, digits and _, and does not begin with a digit.':
    'Um nome de variável são letras, dígitos e _, e não começa por dígito.',
  'Two variables have the same name.': 'Duas variáveis têm o mesmo nome.',
  'A choice needs options.': 'Uma escolha precisa de opções.',
  'Two fields have the same name.': 'Dois campos têm o mesmo nome.',
  'The agent and its functions are more than 100 tools: a file holds no more.':
    'O agente e suas funções somam mais de 100 ferramentas: um arquivo não comporta mais.',
  'The key of an agent can’t change what Publish does when tests get worse.':
    'A chave de um agente não pode mudar o que Publicar faz quando os testes pioram.',
  'The ID in the body is not the id in the address.': 'O ID do conteúdo não é o do endereço.',
  'Not published: these protected tests are failing: {names}.':
    'Não publicado: estes testes protegidos estão falhando: {names}.',
  'Not published: run the protected tests on this draft first: {names}.':
    'Não publicado: execute primeiro os testes protegidos neste rascunho: {names}.',
  'No operation was found in this text.': 'Nenhuma operação foi encontrada neste texto.',
  'This text takes too much to read. Try a smaller part of it.':
    'Este texto exige demais para ser lido. Tente uma parte menor.',
  'There is already a tool called «{name}».': 'Já existe uma ferramenta chamada “{name}”.',
  'A workspace has at most {max} tools. Delete one first.':
    'Um workspace tem no máximo {max} ferramentas. Exclua uma primeiro.',
  'This address lies inside the network of this installation, or on a port that is not open to tools. Its operator can allow it with OUTBOUND_ALLOW.':
    'Este endereço fica dentro da rede desta instalação, ou em uma porta fechada a ferramentas. Quem a opera pode liberá-lo com OUTBOUND_ALLOW.',
  'A workspace has at most {max} secrets. Delete one first.':
    'Um workspace tem no máximo {max} segredos. Exclua um primeiro.',
  'A workspace has at most {max} themes of its own. Delete one first.':
    'Um workspace tem no máximo {max} temas próprios. Exclua um primeiro.',
  'There is already a theme called «{name}».': 'Já existe um tema chamado “{name}”.',
  'This can no longer be restored. Deleted items are kept for one hour.':
    'Não é mais possível restaurar isto. Itens excluídos são guardados por uma hora.',
  'This page was added again meanwhile. Delete it first to restore the old one.':
    'Esta página foi adicionada de novo nesse meio-tempo. Exclua-a primeiro para restaurar a antiga.',
  'A test with this ID was added meanwhile. Delete it first.':
    'Nesse meio-tempo foi adicionado um teste com este ID. Exclua-o primeiro.',
  'A colour is six hex digits, like #12ab34.': 'Uma cor tem seis dígitos hexadecimais, como #12ab34.',
  'Upload the file again: it could not be read.': 'Envie o arquivo de novo: não foi possível lê-lo.',
  'The file is empty.': 'O arquivo está vazio.',
  'A workspace can upload {max} documents in 24 hours. Try again later.':
    'Um workspace pode enviar {max} documentos em 24 horas. Tente mais tarde.',
  'This is not the address of a web page.': 'Este não é o endereço de uma página web.',
  'A document has at most 20 tags of at most 50 characters each.':
    'Um documento tem no máximo 20 etiquetas de até 50 caracteres cada.',
  'The document has no such chunk.': 'O documento não tem esse trecho.',
  'The document would be longer than one document can be.':
    'O documento ficaria mais longo do que um documento pode ser.',
  'The document changed meanwhile. Look at it again.': 'O documento mudou nesse meio-tempo. Veja-o de novo.',
  'Nothing would be left. Delete the document instead.': 'Não sobraria nada. Exclua o documento em vez disso.',
  'An agent can hold {max} documents.': 'Um agente pode ter {max} documentos.',
  'Only pages added by their address are read again by themselves.':
    'Só as páginas adicionadas pelo endereço são relidas sozinhas.',
  'The crawler reads this page again: change its job instead.':
    'O crawler relê esta página: mude a tarefa dele em vez disso.',
  'An agent has at most {max} golden questions.': 'Um agente tem no máximo {max} perguntas-chave.',
  'There are no golden questions to ask.': 'Não há perguntas-chave para fazer.',
  'This question is answered already.': 'Esta pergunta já foi respondida.',
  'A workspace has at most {max} webhook endpoints. Delete one first.':
    'Um workspace tem no máximo {max} endpoints de webhook. Exclua um antes.',
  'The endpoint is disabled. Enable it first.': 'O endpoint está desativado. Ative-o antes.',
  'The endpoint of this delivery was deleted.': 'O endpoint desta entrega foi excluído.',
  'Enter the URL of the endpoint.': 'Digite a URL do endpoint.',
  'Save an endpoint first.': 'Salve antes um endpoint.',
  'The endpoint answered that it wants no more events. Save it again to go on.':
    'O endpoint respondeu que não quer mais eventos. Salve-o de novo para continuar.',
  'This address can’t be used: it must be reachable on the public internet.':
    'Este endereço não pode ser usado: precisa estar acessível na internet pública.',
  'There are no tests to run.': 'Não há testes para executar.',
  'The tests of this agent are already running.': 'Os testes deste agente já estão em execução.',
  'A test run of this agent is paused. Continue it or stop it first.':
    'Uma execução de testes deste agente está em pausa. Continue-a ou pare-a primeiro.',
  'An agent has at most {max} tests.': 'Um agente tem no máximo {max} testes.',
  'The visitor said nothing in this conversation.': 'O visitante não disse nada nesta conversa.',
  'One of the agents does not exist.': 'Um dos agentes não existe.',
  '“{address}” is not the address of a page.': '“{address}” não é o endereço de uma página.',
  '“{address}” does not lead to a page on the public internet.':
    '“{address}” não leva a uma página da internet pública.',
  'A workspace has at most {max} jobs. Delete one that is not needed any more.':
    'Um workspace tem no máximo {max} tarefas. Exclua uma que não é mais necessária.',
  'This job is running already.': 'Esta tarefa já está em execução.',
  'The agents of this job were deleted. Choose others before it runs again.':
    'Os agentes desta tarefa foram excluídos. Escolha outros antes de executá-la de novo.',
  'This agent takes no attachments.': 'Este agente não aceita anexos.',
  'This agent takes no voice notes.': 'Este agente não aceita mensagens de voz.',
  'The latest answer does not ask for a file.': 'A última resposta não pede um arquivo.',
  'A conversation can hold {max} files.': 'Uma conversa pode ter {max} arquivos.',
  'This chat has ended. Start a new one to go on.': 'Este chat terminou. Comece um novo para continuar.',
  'Write a message.': 'Escreva uma mensagem.',
  'Only those who may edit the agent can talk to its draft.':
    'Só quem pode editar o agente pode falar com o rascunho dele.',
  'Only those who may edit the agent can debug a conversation.':
    'Só quem pode editar o agente pode depurar uma conversa.',
  'Upload the attachments first.': 'Envie os anexos primeiro.',
  'These attachments were sent before. Upload them again.': 'Estes anexos já foram enviados. Envie-os de novo.',
  'There is no such button.': 'Esse botão não existe.',
  'Fill in the form.': 'Preencha o formulário.',
  'The period ends before it begins.': 'O período termina antes de começar.',
  'A period lies between {from} and {to}.': 'Um período fica entre {from} e {to}.',
  'A period has at most {max} days.': 'Um período tem no máximo {max} dias.',
  'No key is configured for the model {model}. Add one under Credentials, or choose another model.':
    'Nenhuma chave está configurada para o modelo {model}. Adicione uma em Credenciais ou escolha outro modelo.',
  'A tool name is letters, digits, _ and -, at most 64, and begins with a letter.':
    'Um nome de ferramenta tem letras, dígitos, _ e -, no máximo 64, e começa com uma letra.',
  'Two tools have the same id.': 'Duas ferramentas têm o mesmo ID.',
  'Two tools have the same name.': 'Duas ferramentas têm o mesmo nome.',
  'Two MCP servers have the same id.': 'Dois servidores MCP têm o mesmo ID.',
  'An agent id is 16 letters and digits.': 'O ID de um agente tem 16 letras e dígitos.',
  'Enter a time since 1970.': 'Digite uma data a partir de 1970.',
  'Too small: expected {kind} to have >={min} {units}': 'Curto demais: no mínimo {min}',
  'Too big: expected {kind} to have <={max} {units}': 'Longo demais: no máximo {max}',
  'Too small: expected {kind} to be >={min}': 'Pequeno demais: no mínimo {min}',
  'Too big: expected {kind} to be <={max}': 'Grande demais: no máximo {max}',
  'Invalid input: expected {kind}, received {other}': 'Dado inválido',
  'Invalid option: expected one of {options}': 'Inválido: os valores possíveis são {options}',
  'Invalid input': 'Dado inválido',
  'Invalid URL': 'URL inválida',
  'Invalid email address': 'Endereço de e-mail inválido',
  'Invalid ISO datetime': 'Data inválida',
  'Invalid ISO date': 'Data inválida',
  'Add an API key for the agent’s model first. The demo model does not write prompts.':
    'Adicione primeiro uma chave de API para o modelo do agente. O modelo de demonstração não escreve prompts.',
  'The provider refused the request. Check the API key and the model’s name under Credentials.':
    'O provedor recusou a solicitação. Confira a chave de API e o nome do modelo em Credenciais.',
  'The provider has too many requests, or the key has no credit left. Try again later, or check your account there.':
    'O provedor está com solicitações demais ou a chave ficou sem saldo. Tente mais tarde ou confira sua conta lá.',
  'The model did not answer in time. Try again.': 'O modelo não respondeu a tempo. Tente de novo.',
  'The model gave no usable text. Try again, or choose another model.':
    'O modelo não deu um texto aproveitável. Tente de novo ou escolha outro modelo.',
}

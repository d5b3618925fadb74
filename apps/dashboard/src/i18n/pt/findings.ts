import type { Finding } from '../en/findings.ts'

export const findings: Readonly<Record<Finding, string>> = {
  'This address does not lead to a page on the public internet.':
    'Este endereço não leva a uma página na internet pública.',
  'The page redirects again and again without ever arriving.': 'A página redireciona repetidas vezes sem nunca chegar.',
  'The page is larger than the 5 MB that are read.': 'A página passa dos 5 MB que são lidos.',
  'The page went on sending without coming to an end, so reading it was given up.':
    'A página enviava sem terminar, então a leitura foi abandonada.',
  'The site did not answer in time.': 'O site não respondeu a tempo.',
  'The certificate of the site is not valid, so nothing is read from it.':
    'O certificado do site não é válido, por isso nada é lido dele.',
  'The site could not be reached.': 'Não foi possível acessar o site.',
  'This is neither a page nor a file of a kind that can be read.':
    'Não é uma página nem um arquivo de um tipo que possa ser lido.',
  'The page has no text of its own: it is made by scripts in the browser, which are not run.':
    'A página não tem texto próprio: é feita por scripts no navegador, que não são executados.',
  'There is no text on the page.': 'Não há texto na página.',
  'The page asks not to be kept by robots (noindex).': 'A página pede para não ser guardada por robôs (noindex).',
  'The page could not be read: it is broken.': 'Não foi possível ler a página: ela está com defeito.',
  'Too much is fetched at the moment.': 'Há coisas demais sendo buscadas no momento.',
  'There is no page at this address ({code}).': 'Não há página neste endereço ({code}).',
  'The site does not let this page be read ({code}).': 'O site não permite ler esta página ({code}).',
  'The site asks to come back later ({code}).': 'O site pede para voltar mais tarde ({code}).',
  'The site could not deliver the page because of an error on its side ({code}).':
    'O site não pôde entregar a página por um erro do lado dele ({code}).',
  'The site refused to deliver the page ({code}).': 'O site se recusou a entregar a página ({code}).',
  'The site could not say what robots may read (robots.txt), so nothing is read for now.':
    'O site não pôde dizer o que robôs podem ler (robots.txt), por isso nada é lido por enquanto.',
  'The file is larger than the 50 MB that are read.': 'O arquivo passa dos 50 MB que são lidos.',
  'There is no sitemap at this address.': 'Não há sitemap neste endereço.',
  'The packed sitemap is broken.': 'O sitemap compactado está com defeito.',
  'The sitemap is larger than the 50 MB that are read.': 'O sitemap passa dos 50 MB que são lidos.',
  'This {kind} is protected with a password. Remove the protection and upload it again.':
    'O arquivo está protegido por senha. Remova a proteção e envie-o de novo.',
  'This {kind} is damaged or incomplete, so it could not be read.':
    'O arquivo está danificado ou incompleto, por isso não pôde ser lido.',
  'This document is damaged, so it could not be read.': 'O documento está danificado, por isso não pôde ser lido.',
  'This {kind} holds no text.': 'O arquivo não contém texto.',
  'This {kind} has {pages} pages, and at most {max} are read. Split it and upload the parts.':
    'O arquivo tem {pages} páginas, e são lidas no máximo {max}. Divida-o e envie as partes.',
  'This {kind} holds more than {max} characters of text, which is more than is read. Split it and upload the parts.':
    'O arquivo tem mais de {max} caracteres de texto, mais do que é lido. Divida-o e envie as partes.',
  'This page holds more than {max} characters of text, which is more than is read.':
    'A página tem mais de {max} caracteres de texto, mais do que é lido.',
  'Reading this file needs more memory than is allowed. Split it and upload the parts.':
    'Ler este arquivo exige mais memória do que o permitido. Divida-o e envie as partes.',
  'Reading this page needs more memory than is allowed.': 'Ler esta página exige mais memória do que o permitido.',
  'Reading this {kind} took longer than {seconds} seconds, so it was stopped.':
    'A leitura levou mais de {seconds} segundos, por isso foi interrompida.',
  'This {kind} could not be read: it made the reader stop.': 'Não foi possível ler: o conteúdo fez o leitor parar.',
  'The address answers something that is no text.': 'O endereço devolve algo que não é texto.',
  'This file has more than 50 MB, which is more than is read.': 'Este arquivo tem mais de 50 MB, mais do que é lido.',
  'This file is named .{ending} but holds {content}. Give it the right ending and upload it again.':
    'Este arquivo se chama .{ending}, mas contém outra coisa. Dê a ele a extensão certa e envie-o de novo.',
  'This file is an archive, which is not read. Unpack it and upload the documents in it.':
    'Este arquivo é um pacote compactado, que não é lido. Descompacte-o e envie os documentos.',
  'This file is PostScript, which is not read.': 'Este arquivo é PostScript, que não é lido.',
  'This file is an e-book (EPUB), which is not read.': 'Este arquivo é um e-book (EPUB), que não é lido.',
  'This file is of an old Office kind, which is not read. Save it in a current format and upload it again.':
    'Este arquivo é de um formato antigo do Office, que não é lido. Salve-o em um formato atual e envie-o de novo.',
  'This file is {content}, which is not read. Save it as {ending} and upload it again.':
    'Este tipo de arquivo não é lido. Salve-o como {ending} e envie-o de novo.',
  'The content of this file is {article} {content} file, which is not read.':
    'O conteúdo deste arquivo é de um tipo que não é lido.',
  'This file holds no text that could be read.': 'Este arquivo não contém texto que possa ser lido.',
  'This document has more than 1,500,000 elements, which is more than is read.':
    'Este documento tem mais de 1.500.000 elementos, mais do que é lido.',
  'This document nests its elements more than 10,000 levels deep, which is more than is read.':
    'Este documento aninha seus elementos em mais de 10.000 níveis, mais do que é lido.',
  'This file nests its elements more than 1,000 levels deep, which is more than is read.':
    'Este arquivo aninha seus elementos em mais de 1.000 níveis, mais do que é lido.',
  'This JSON is nested more than 100 levels deep, which is more than is read.':
    'Este JSON tem mais de 100 níveis, mais do que é lido.',
  'This file unpacks to more than 200 MB, which is more than is read.':
    'Este arquivo descompactado passa de 200 MB, mais do que é lido.',
  'This file unpacks to more than 200 times its size, so it was not read.':
    'Este arquivo descompactado passa de 200 vezes seu tamanho, por isso não foi lido.',
  'This file declares XML entities, which office programs never do, so it was not read.':
    'Este arquivo declara entidades XML, o que programas de escritório nunca fazem, por isso não foi lido.',
  'This file holds more than 10,000 parts, which is more than is read.':
    'Este arquivo tem mais de 10.000 partes, mais do que é lido.',
  'This file has parts whose names lead outside of it, so it was not read.':
    'Este arquivo tem partes cujos nomes levam para fora dele, por isso não foi lido.',
  'This file is packed in a way that is not read.': 'Este arquivo está compactado de um jeito que não é lido.',
  'This PDF holds no text, only pictures of it. Run text recognition (OCR) over it and upload it again.':
    'Este PDF não contém texto, só imagens de texto. Passe um reconhecimento de texto (OCR) e envie-o de novo.',
  '{blank} of {count} pages hold no text, perhaps only pictures of it.':
    '{blank} de {count} páginas não contêm texto, talvez só imagens dele.',
  'One hidden slide was left out.': 'Um slide oculto foi deixado de fora.',
  '{count} hidden slides were left out.': '{count} slides ocultos foram deixados de fora.',
  'The upload of the file did not finish. Upload it again.': 'O envio do arquivo não terminou. Envie-o de novo.',
  'There is no text in it.': 'Não há texto nele.',
  'Its text is longer than the {max} characters that one document can hold.':
    'O texto passa dos {max} caracteres que um documento pode ter.',
  'no credits: indexing continues by itself once there are enough credits.':
    'Sem créditos: a indexação continua sozinha assim que houver créditos suficientes.',
  "The embedding model refused the request: check the provider's key and model.":
    'O modelo de embedding recusou a requisição: confira a chave e o modelo do provedor.',
  'The embedding model could not be reached.': 'Não foi possível acessar o modelo de embedding.',
  'Indexing by meaning failed.': 'A indexação por significado falhou.',
  'The document is found by its words meanwhile.': 'Enquanto isso, o documento é encontrado pelas palavras.',
  'It is tried again by itself.': 'Uma nova tentativa é feita automaticamente.',
  'no credits: this page is read once there are enough credits.':
    'Sem créditos: esta página será lida assim que houver créditos suficientes.',
  'Reading broke off. Try again in a while.': 'A leitura foi interrompida. Tente de novo daqui a algum tempo.',
  'No page could be read.': 'Nenhuma página pôde ser lida.',
  'The page is on another site.': 'A página está em outro site.',
  'The address is of a picture, film, sound, archive or program.':
    'O endereço é de uma imagem, um filme, um som, um pacote ou um programa.',
  'The matcher “{matcher}” leaves it out.': 'O padrão “{matcher}” a exclui.',
  'The page is more than 1 link away from a start address.': 'A página está a mais de 1 link de um endereço inicial.',
  'The page is more than {max} links away from a start address.':
    'A página está a mais de {max} links de um endereço inicial.',
  'None of the matchers for pages to read fits it.': 'Nenhum padrão de páginas a ler combina com ela.',
  'None of the matchers for pages to read fits it: only its links were looked at.':
    'Nenhum padrão de páginas a ler combina com ela: só os links foram vistos.',
  'The address is longer than those of pages.': 'O endereço é mais longo que os de páginas.',
  'The path has too many parts: it seems to lead on for ever.': 'O caminho tem partes demais: parece não ter fim.',
  'The path repeats itself: it seems to lead on for ever.': 'O caminho se repete: parece não ter fim.',
  'The address has too many parameters.': 'O endereço tem parâmetros demais.',
  'The address is of a far-away date: it seems to be a calendar without end.':
    'O endereço é de uma data distante: parece um calendário sem fim.',
  'It redirects to {address}.': 'Ela redireciona para {address}.',
  'It redirects to {address}, which robots may not read.': 'Ela redireciona para {address}, que robôs não podem ler.',
  'It names {address} as its own address.': 'Ela indica {address} como seu próprio endereço.',
  'There is no text on the page; its links were looked at.': 'Não há texto na página; os links foram vistos.',
  'It says the same as {address}.': 'Ela diz o mesmo que {address}.',
  'More than {max} addresses differ in their parameters alone.': 'Mais de {max} endereços diferem só nos parâmetros.',
  'Its document was removed.': 'O documento foi removido.',
  'Paused: not enough credits. Continues when credits are added.':
    'Em pausa: não há créditos suficientes. Continua quando créditos forem adicionados.',
  'There is no page to begin with.': 'Não há página por onde começar.',
  'The sitemap at {address} could not be read.': 'Não foi possível ler o sitemap em {address}.',
  'The sitemap lists no pages.': 'O sitemap não lista páginas.',
  'The job reads at most 1 page.': 'A tarefa lê no máximo 1 página.',
  'The job reads at most {max} pages.': 'A tarefa lê no máximo {max} páginas.',
  'The site asks robots not to read this page (robots.txt).':
    'O site pede aos robôs que não leiam esta página (robots.txt).',
  'Its agents were deleted. Choose others and run it again.':
    'Os agentes foram excluídos. Escolha outros e execute-a de novo.',
  'The search broke off. Look again.': 'A busca foi interrompida. Procure de novo.',
  'The workspace has no credits left. The search continues when credits are added.':
    'O workspace não tem mais créditos. A busca continua quando créditos forem adicionados.',
  'The model could not be reached. Pairs that were compared until then are kept.':
    'Não foi possível acessar o modelo. Os pares comparados até então ficam guardados.',
  'This is not the address of a web site, so the agent starts without one.':
    'Este não é o endereço de um site, por isso o agente começa sem um.',
  'The site could not be read now.': 'Não foi possível ler o site agora.',
}

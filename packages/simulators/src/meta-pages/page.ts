/** A page for writing as the visitor. Agents' text is escaped. */
const LABELS: Readonly<Record<string, string>> = {
  text: 'Message',
  picture: 'Picture',
  voice: 'Voice note',
  video: 'Video',
  file: 'File',
  'story-reply': 'Reply to a story',
  'video-story-reply': 'Reply to a video story',
  'story-mention': 'Mention in a story',
  share: 'Shared post',
  reaction: 'Reaction to the last answer',
  read: 'Read the last answer',
  edit: 'Edit the last message',
  delete: 'Delete the last message',
  unsupported: 'Something that the API does not show',
  start: 'Get started',
  echo: 'The page’s inbox answers',
  standby: 'While another app has the conversation',
}

export const pagesPage = (name: string): string => {
  const title = name === 'instagram' ? 'Instagram' : 'Messenger'
  const options = Object.entries(LABELS)
    .map(([kind, label]) => `<option value="${kind}">${label}</option>`)
    .join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} simulator</title>
<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:40rem;padding:1rem}
ol{list-style:none;padding:0;display:flex;flex-direction:column;gap:.5rem;min-height:50vh}
li{max-width:80%;padding:.5rem .75rem;border-radius:.75rem;white-space:pre-wrap;overflow-wrap:anywhere;background:light-dark(#eef1f5,#22303c)}
li.visitor{align-self:end;background:light-dark(#d5e6ff,#1f4a80)}li.inbox{background:light-dark(#f6ecd2,#57481f)}
img{max-width:100%;border-radius:.5rem;display:block}
form{display:flex;gap:.5rem;flex-wrap:wrap}input{flex:1;min-width:12rem}input,select,button{font:inherit;padding:.4rem .6rem;max-width:100%}select#kind{flex:0 1 11rem}.keys{display:flex;flex-wrap:wrap;gap:.25rem;margin-top:.5rem}
</style></head><body><main><h1>${title} simulator</h1>
<p><label>${title === 'Instagram' ? 'Account' : 'Page'} <select id="account"></select></label> <span id="none">Connect a page on the Channels screen of an agent first.</span></p>
<ol id="chat" aria-live="polite" aria-label="Chat"></ol>
<form id="form"><select id="kind" aria-label="Kind">${options}</select><input id="text" aria-label="Message" placeholder="Message" autocomplete="off" maxlength="2000"><button>Send</button></form></main>
<script>
const base=location.pathname.replace(/\\/$/,'').replace(/\\/page$/,'')+(location.pathname.endsWith('/page')?'/page':'');
const $=(id)=>document.getElementById(id);let seen='';
const say=(body)=>fetch(base+'/say',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({account:$('account').value,...body})});
async function draw(){const {accounts}=await (await fetch(base+'/state')).json();const now=JSON.stringify(accounts)+$('account').value;if(now===seen)return;
const chosen=$('account').value;$('account').replaceChildren(...accounts.map(({id,name})=>new Option(name,id,false,id===chosen)));$('none').hidden=accounts.length>0;
const current=accounts.find(({id})=>id===$('account').value);seen=JSON.stringify(accounts)+$('account').value;
$('chat').replaceChildren(...(current?current.messages:[]).map((m)=>{const li=document.createElement('li');li.className=m.from;li.textContent=m.text;
for(const src of m.pictures){const img=document.createElement('img');img.src=src;img.alt='';li.prepend(img)}
if(m.buttons.length){const keys=document.createElement('div');keys.className='keys';for(const b of m.buttons){const key=document.createElement('button');key.textContent=b.text;key.onclick=()=>b.url?open(b.url,'_blank','noopener'):say({press:{payload:b.payload,title:b.text,isPostback:b.isPostback}});keys.append(key)}li.append(keys)}
return li}));scrollTo(0,document.body.scrollHeight)}
$('form').onsubmit=async(e)=>{e.preventDefault();const text=$('text').value.trim();const kind=$('kind').value;if(!$('account').value||(!text&&kind==='text'))return;$('text').value='';await say({kind,text});draw()};
$('account').onchange=draw;setInterval(()=>draw().catch(()=>{}),700);draw();
</script></body></html>`
}

/** A page for writing in a channel as a member of the server. Agents' text is escaped. */
export const DISCORD_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Discord simulator</title>
<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:44rem;padding:1rem}
ol{list-style:none;padding:0;display:flex;flex-direction:column;gap:.5rem;min-height:40vh}
li{padding:.5rem .75rem;border-radius:.5rem;white-space:pre-wrap;overflow-wrap:anywhere;background:light-dark(#eef1f5,#22303c)}
li b{display:block}img{max-width:100%;border-radius:.5rem;display:block}form{display:flex;gap:.5rem;margin:.5rem 0;flex-wrap:wrap}
form input{min-width:0}#text{flex:1 1 10rem}input,select,button{font:inherit;padding:.4rem .6rem}.keys{display:flex;flex-wrap:wrap;gap:.25rem;margin-top:.5rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem .75rem}dd{margin:0;overflow-wrap:anywhere;font-family:ui-monospace,monospace;font-size:.85em}
</style></head><body><main><h1>Discord simulator</h1>
<p><label>Channel <select id="channel"></select></label> <button id="new" type="button">New channel</button></p>
<dl><dt>Channel ID</dt><dd id="id"></dd><dt>Webhook URL</dt><dd id="hook"></dd></dl>
<p>Enter both in the Discord channel of an agent, then write here.</p>
<ol id="chat" aria-live="polite" aria-label="Messages"></ol>
<form id="form"><label>As <input id="who" value="Vera" size="6" aria-label="Your name"></label><input id="text" aria-label="Message" placeholder="Message" autocomplete="off" maxlength="2000"><button>Send</button><button id="ask" type="button">/ask</button><button id="picture" type="button">Send picture</button></form></main>
<script>
const base=location.pathname.replace(/\\/$/,'').replace(/\\/page$/,'')+(location.pathname.endsWith('/page')?'/page':'');
const $=(id)=>document.getElementById(id);let seen='';
const say=(body)=>fetch(base+'/say',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({channel:$('channel').value,user:$('who').value,...body})});
async function draw(){const {channels}=await (await fetch(base+'/state')).json();const now=JSON.stringify(channels)+$('channel').value;if(now===seen)return;
const chosen=$('channel').value;$('channel').replaceChildren(...channels.map((c)=>new Option('#'+c.name,c.id,false,c.id===chosen)));
const current=channels.find(({id})=>id===$('channel').value);seen=JSON.stringify(channels)+$('channel').value;
$('id').textContent=current?current.id:'';$('hook').textContent=current?current.webhookUrl:'';
$('chat').replaceChildren(...(current?current.messages:[]).map((m)=>{const li=document.createElement('li');const who=document.createElement('b');who.textContent=m.author;const words=document.createElement('span');words.textContent=m.text.replace(/<@!?\\d+>/g,'@'+$('who').value);li.append(who,words);
for(const src of m.images){const img=document.createElement('img');img.src=src;img.alt='';li.append(img)}
if(m.buttons.length){const keys=document.createElement('div');keys.className='keys';for(const b of m.buttons){const key=document.createElement('button');key.textContent=b.label;key.onclick=()=>b.url?open(b.url,'_blank','noopener'):say({press:b.id,message:m.id});keys.append(key)}li.append(keys)}
return li}));scrollTo(0,document.body.scrollHeight)}
const send=async(ask)=>{const text=$('text').value.trim();if(!text)return;$('text').value='';await say(ask?{ask:text}:{text});draw()};
$('form').onsubmit=(e)=>{e.preventDefault();send(false)};$('ask').onclick=()=>send(true);$('picture').onclick=async()=>{const text=$('text').value.trim();$('text').value='';await say({text,picture:true});draw()};
$('new').onclick=async()=>{await say({create:true});draw()};
$('channel').onchange=draw;setInterval(()=>draw().catch(()=>{}),700);draw();
</script></body></html>`
